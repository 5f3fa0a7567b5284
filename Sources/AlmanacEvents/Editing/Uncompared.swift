/// A value that has no part in whether two others are equal, such as functions.
struct Uncompared<Value: Sendable>: Sendable, Hashable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func == (one: Self, other: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
