"""Models of any length: contexts of one shape under different names, using a good part of the language."""

from __future__ import annotations

import re

_CONTEXT = """\
    context OrdersX {
      enum StatusX { Open, Paid, Shipped, Closed }
      valueobject AddressX {
        street: string
        city: string
        derived line: string = street + ", " + city
      }
      event PlacedX { order: OrderX id  total: money }
      event ShippedX { order: OrderX id }
      aggregate CustomerX with crudish {
        name: string
        email: string check email.contains("@")
        credit: money = 0
        derived display: string = name
        invariant name.length > 0 message "A customer has a name."
      }
      aggregate OrderX with auditable {
        customer: CustomerX id
        status: StatusX
        total: money
        shipTo: AddressX
        notes: string[]
        contains lines: LineX[]
        entity LineX {
          product: string
          count: int
          price: money
          derived amount: money = price * count
        }
        derived display: string = `Order for {shipTo.city}`
        invariant total >= 0
        operation pay(amount: money) {
          precondition status == Open && amount >= total message "Pay the whole total."
          status := Paid
        }
        operation ship() {
          precondition status == Paid
          status := Shipped
          emit ShippedX { order: id }
        }
        operation remark(text: string) {
          let short = text.trim()
          notes += short
        }
        create(customer: CustomerX id, shipTo: AddressX) {
          customer := customer
          shipTo := shipTo
          status := Open
          total := 0
          emit PlacedX { order: id, total: total }
        }
      }
      criterion WaitingX of OrderX = status == Paid
      repository OrdersX for OrderX {
        find open(): OrderX[] where this.status == Open
      }
      workflow DeliveryX {
        order: OrderX id
        done: bool
        create start(order: OrderX id) { order := order  done := false }
        on(s: ShippedX) by s.order { done := true }
      }
    }
"""


def model(lines: int) -> str:
    """A model of about so many lines."""
    count = max(1, lines // _CONTEXT.count("\n"))
    contexts = [re.sub(r"(?<=[a-z])X\b", str(number), _CONTEXT) for number in range(count)]
    return "system Shop {\n  subdomain Sales {\n" + "".join(contexts) + "  }\n}\n"


def broken(text: str) -> str:
    """The model with a misspelt name in every context."""
    return re.sub(r"total >= 0", "totl >= 0", text)
