/// A value that has no part in whether two others are equal, such as functions.
package struct Uncompared<Value: Sendable>: Sendable, Hashable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package static func == (one: Self, other: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
