/// A read-only view of a property, either on a scanned line or in a tree, which avoids copying the line.
///
/// Must not escape the closure it is passed to.
package struct PropertyView {
  /// The known name; `nil` for a property that the model does not represent.
  package let known: PropertyName?
  /// The name as written.
  package let name: UnsafeBufferPointer<UInt8>
  /// The text after the colon of the unfolded line, still escaped.
  package let value: UnsafeBufferPointer<UInt8>
  /// The line of the document, from 1; 0 for a property that was not read from a document.
  package let line: Int
  /// The place among the properties and components of its component, from 0.
  package var position: Int
  /// The parameters of a scanned line, undecoded.
  private let parameterText: UnsafeBufferPointer<UInt8>
  /// The parameters of a property in a tree; `nil` for a scanned line.
  private let given: [Parameter]?

  fileprivate init(
    name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, line: Int, position: Int,
    parameterText: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0),
    given: [Parameter]? = nil
  ) {
    known = .named(name)
    (self.name, self.value, self.line, self.position) = (name, value, line, position)
    (self.parameterText, self.given) = (parameterText, given)
  }

  package init(_ line: ContentLine, _ bytes: LineBytes, position: Int) {
    self.init(
      name: bytes.name(of: line), value: bytes.value(of: line), line: line.lineNumber, position: position,
      parameterText: bytes.parameterText(of: line))
  }

  /// The value as TEXT, unescaped (RFC 5545 §3.3.11).
  package var text: String { TextValue.unescaped(value) }

  /// The name in upper case.
  package var title: String { known?.text ?? String(decoding: name, as: UTF8.self).uppercased() }

  /// The value, still escaped, without blanks around it.
  package var trimmed: String { String(decoding: trimmedValue, as: UTF8.self) }

  /// The value as a word: unescaped, without blanks around it.
  package var word: String { TextValue.unescaped(trimmedValue) }

  package var trimmedValue: UnsafeBufferPointer<UInt8> { value.trimmed { $0 <= ASCII.space } }

  /// A copy as a tree, with each parameter once.
  package var property: Property {
    Property(
      String(decoding: name, as: UTF8.self), parameters: parameters(but: []),
      value: String(decoding: value, as: UTF8.self), position: position)
  }

  // MARK: Parameters

  package var hasParameters: Bool { given.map { !$0.isEmpty } ?? (parameterText.count > 1) }

  /// The parameters whose names are not in `known`, each name once: see ``Swift/Array/join(_:)``.
  ///
  /// - Parameter known: Names in upper case.
  package func parameters(but known: [String] = ["VALUE", "TZID"]) -> [Parameter] {
    guard hasParameters else { return [] }
    var found: [Parameter] = []
    for parameter in given ?? Parameter.all(in: parameterText, but: known)
    where !known.contains(parameter.name) {
      found.join(parameter)
    }
    return found
  }

  /// The first value of a parameter.
  ///
  /// - Parameter name: In upper case.
  package func parameter(_ name: StaticString) -> String? {
    guard hasParameters else { return nil }
    if let given { return given.first(named: name.description)?.values.first }
    return Parameter.first(name, in: parameterText)
  }

  /// Calls `body` with the undivided text of a parameter: names of zones may contain commas, quoted or not.
  package func withParameter<Result>(
    _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard hasParameters else { return nil }
    if let given {
      return given.first(named: name.description)?.values.joined(separator: ",").withBytes(body)
    }
    guard let plain = ParameterCursor(parameterText).value(of: name).map(Parameter.unquoted) else {
      return nil
    }
    if !plain.contains(ASCII.caret) { return body(plain) }
    return Parameter.decoded(plain).withBytes(body)
  }

  /// Whether a parameter has the given value, without regard to case.
  package func hasParameter(_ name: StaticString, _ word: StaticString) -> Bool {
    withParameter(name) { isNamed($0, word) } ?? false
  }

  /// Whether the value is bytes in base64.
  package var isBinary: Bool { hasParameter("VALUE", "BINARY") || hasParameter("ENCODING", "BASE64") }

  // MARK: Lists

  /// The values of a list, still escaped, at most `limit`; empty ones are omitted.
  package func values(upTo limit: Int = .max) -> [UnsafeBufferPointer<UInt8>] {
    TextValue.listParts(value, upTo: limit).lazy.filter { !$0.isEmpty }
      .map { UnsafeBufferPointer(rebasing: value[$0]) }
  }
}

extension Property {
  /// Calls `body` with a view of the property.
  package func withView<Result>(position: Int = 0, _ body: (PropertyView) -> Result) -> Result {
    name.withBytes { name in
      value.withBytes { value in
        body(PropertyView(name: name, value: value, line: Int(line), position: position, given: parameters))
      }
    }
  }
}
