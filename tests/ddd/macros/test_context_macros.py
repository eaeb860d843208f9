"""Macros on contexts and apis: handlers, routes, paged lists and dashboards."""

from expanded_models import added, expanded, lines, node
from loomsmith.ddd.syntax.nodes import Payload

WARD = """
subdomain Care { context Ward with scaffoldHandlers {
  aggregate Patient with crudish {
    fullName: string
    secretNote: string secret
    contains doses: Dose[]
    contains chart: Chart?
    entity Dose { drug: string  contains lots: Lot[] }
    entity Lot { code: string  contains doses: Dose }
    entity Chart { }
    derived display: string = fullName
    derived inspect: string = fullName
    create admitted(fullName: string) { fullName := fullName }
    operation move(to: int) { }
    operation leave() { }
    private operation hush() { }
    destroy gone { }
  }
  aggregate Bed persistedAs: eventLog { code: string }
  repository Patients for Patient {
    find byFloor(floor: int, ward: string): Patient[] paged
    find one(floor: int): Patient?
    find names(): string[]
  }
  repository Others for Patient { find ignored(): Patient[] }
} }
api P with scaffoldApi(of: Care)
"""


def test_responses_come_per_aggregate_then_per_part_in_reach_each_once():
    text = WARD.replace("paged", "")
    payloads = [member for member in node(expanded(text), "Ward").members if isinstance(member, Payload)]
    responses = [(p.name, [f.name for f in p.fields]) for p in payloads if p.keyword == "response"]
    assert responses == [
        ("PatientResponse", ["fullName", "version", "doses", "chart", "display"]),
        ("DoseResponse", ["drug", "lots"]),
        ("LotResponse", ["code", "doses"]),
        ("ChartResponse", []),
        ("BedResponse", ["code"]),
    ]
    rendered = added(text, "Ward")
    assert "doses: DoseResponse[],\n  chart: ChartResponse?,\n  display: string\n}" in rendered


def test_handlers_cover_reads_creates_public_operations_and_the_unnamed_destroy():
    text = WARD.replace("Patient[] paged", "Patient[]")
    rendered = added(text, "Ward")
    handlers = rendered[rendered.index("queryHandler") :]
    assert handlers == lines(
        """
        queryHandler GetPatient(query: GetPatientQuery): PatientResponse {
          let o = Patients.getById(query.patientId)
          return o
        }
        queryHandler ByFloorPatient(query: ByFloorPatientQuery): PatientResponse[] {
          let r = Patients.byFloor(query.floor, query.ward)
          return r
        }
        queryHandler OnePatient(query: OnePatientQuery): PatientResponse? {
          let r = Patients.one(query.floor)
          return r
        }
        queryHandler NamesPatient(): string[] {
          let r = Patients.names()
          return r
        }
        commandHandler AdmittedPatient(cmd: AdmittedPatientCommand): Patient id {
          let o = Patient.admitted({ fullName: cmd.fullName, secretNote: cmd.secretNote })
          return o.id
        }
        commandHandler CreatePatient(cmd: CreatePatientCommand): Patient id {
          let o = Patient.create({ fullName: cmd.fullName, secretNote: cmd.secretNote })
          return o.id
        }
        commandHandler MovePatient(patientId: Patient id, cmd: MovePatientCommand) {
          let o = Patients.getById(patientId)
          o.move(cmd.to)
        }
        commandHandler LeavePatient(patientId: Patient id) {
          let o = Patients.getById(patientId)
          o.leave()
        }
        commandHandler UpdatePatient(patientId: Patient id, cmd: UpdatePatientCommand) {
          let o = Patients.getById(patientId)
          o.update(cmd.fullName, cmd.secretNote)
        }
        commandHandler DestroyPatient(patientId: Patient id) {
          let o = Patients.getById(patientId)
          Patients.delete(o)
        }
        """
    )


def test_query_records_are_written_even_without_fields():
    assert "query NamesPatientQuery {}" in added(WARD.replace("Patient[] paged", "Patient[]"), "Ward")


def test_carriers_of_a_find_are_dropped():
    text = """context C with scaffoldHandlers { aggregate A { } repository R for A {
      find a(): A paged  find b(): string paged  find c(): A envelope[] } }"""
    rendered = added(text, "C")
    assert "AA(): AResponse {" in rendered
    assert "BA(): string {" in rendered
    assert "CA(): AResponse[] {" in rendered


def test_routes_go_to_the_same_targets_and_each_has_its_handler():
    expansion = expanded(WARD.replace("Patient[] paged", "Patient[]"))
    routes = node(expansion, "P").routes
    assert [(r.method, r.path, f"{r.context.text}.{r.handler}") for r in routes] == [
        ("GET", "/patients/{patientId}", "Ward.GetPatient"),
        ("GET", "/patients/by_floor", "Ward.ByFloorPatient"),
        ("GET", "/patients/one", "Ward.OnePatient"),
        ("GET", "/patients/names", "Ward.NamesPatient"),
        ("POST", "/patients", "Ward.AdmittedPatient"),
        ("POST", "/patients", "Ward.CreatePatient"),
        ("POST", "/patients/{patientId}/move", "Ward.MovePatient"),
        ("POST", "/patients/{patientId}/leave", "Ward.LeavePatient"),
        ("POST", "/patients/{patientId}/update", "Ward.UpdatePatient"),
        ("DELETE", "/patients/{patientId}", "Ward.DestroyPatient"),
    ]
    handlers = {m.name for m in node(expansion, "Ward").members if type(m).__name__ == "Handler"}
    assert {route.handler for route in routes} == handlers


def test_handlers_stand_where_the_call_came_in_order_although_they_are_made_last():
    text = """context C with scaffoldHandlers, scaffoldDashboard {
      aggregate A with crudish { } repository R for A { }
    }"""
    kinds = [type(member).__name__ for member in node(expanded(text), "C").members if member.span is None]
    assert kinds.index("Projection") > kinds.index("Handler")


def test_a_paged_list_needs_a_repository_in_the_context_and_its_route_does_not():
    context = (
        "criterion OnFloor(fl: int, x: string) of Patient = floor == fl aggregate Patient { floor: int }"
    )
    both = f"context Ward with scaffoldPaged(of: OnFloor) {{ {context} repository Ps for Patient {{ }} }}"
    assert added(both, "Ward") == lines(
        """
        queryHandler ListPatientByOnFloor(fl: int, x: string): Patient paged {
          let r = Ps.run(OnFloor(fl, x))
          return r
        }
        """
    )
    without = f"""context Ward with scaffoldPaged(of: OnFloor) {{ {context} }}
      api P with scaffoldPagedApi(of: OnFloor)"""
    assert added(without, "Ward") == "\n"
    route = 'route GET "/patients/projections/on_floor" -> Ward.ListPatientByOnFloor\n'
    assert added(without, "P") == route


def test_a_dashboard_has_totals_and_days_for_each_concrete_aggregate():
    text = """context C with scaffoldDashboard {
      aggregate A { born: datetime  paid: money  visits: int  w: decimal?  n: long  at: datetime  xs: int[] }
      abstract aggregate B { x: int }
      aggregate D { due: datetime? }
    }"""
    assert added(text, "C") == lines(
        """
        projection ATotals {
          rowCount: int
          paidSum: money
          visitsSum: int
          nSum: long
          from A as o
          select rowCount = count(), paidSum = sum(o.paid), visitsSum = sum(o.visits), nSum = sum(o.n)
        }
        projection APerDay {
          day: datetime
          rowCount: int
          from A as o
          group by o.born.startOfDay()
          select day = o.born.startOfDay(), rowCount = count()
        }
        projection DTotals {
          rowCount: int
          from D as o
          select rowCount = count()
        }
        """
    )


def test_days_are_counted_by_the_time_of_creation_where_there_is_one():
    text = "context C with auditable, scaffoldDashboard { aggregate A { born: datetime } }"
    assert "group by o.createdAt.startOfDay()" in added(text, "C")


def test_totals_by_hand_are_the_dashboard_of_their_aggregate():
    text = """context C with scaffoldDashboard { aggregate A { born: datetime }
      projection ATotals { n: int from A as o select n = count() } }"""
    assert added(text, "C") == "\n"
