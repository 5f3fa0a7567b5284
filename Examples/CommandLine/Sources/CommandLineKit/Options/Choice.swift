import ArgumentParser

/// An option whose values are the cases of an enumeration of the library, named by their raw values.
struct Choice<Value>: ExpressibleByArgument
where Value: RawRepresentable<String> & CaseIterable & Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  init?(argument: String) {
    guard let value = Value(rawValue: argument) else { return nil }
    self.value = value
  }

  static var allValueStrings: [String] { Value.allCases.map { $0.rawValue } }

  var defaultValueDescription: String { value.rawValue }
}
