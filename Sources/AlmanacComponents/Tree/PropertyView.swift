/// A property on a scanned line or in a tree, for readers of properties: a line is read without a copy of it.
///
/// Valid only as long as the call that passes it.
package struct PropertyView {
  /// `nil` for a property that is kept as it is.
  package let known: PropertyName?
  /// As written.
  package let name: UnsafeBufferPointer<UInt8>
  /// Behind the colon of the unfolded line, escapes and all.
  package let value: UnsafeBufferPointer<UInt8>
  /// The line of the document, from 1; 0 for a property that no line of a document has.
  package let line: Int
  /// Its place among the properties and components around it, from 0.
  package let position: Int
  /// The text of the parameters of a scanned line.
  private let parameterText: UnsafeBufferPointer<UInt8>
  /// The parameters of a property of a tree; `nil` for a scanned line.
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
}

extension Property {
  /// Calls `body` with the property, as a reader of lines would find it.
  package func withView<Result>(
    line: Int = 0, position: Int = 0, _ body: (PropertyView) -> Result
  ) -> Result {
    var (name, value) = (name, value)
    return name.withUTF8 { name in
      value.withUTF8 { value in
        body(PropertyView(name: name, value: value, line: line, position: position, given: parameters))
      }
    }
  }
}

extension PropertyView {
  /// The value as TEXT, escapes undone (RFC 5545 §3.3.11).
  package var text: String { TextValue.unescaped(value) }

  /// The name in capitals.
  package var title: String { known?.text ?? String(decoding: name, as: UTF8.self).uppercased() }

  /// The value as it is, without blanks around it.
  package var trimmed: String { String(decoding: trimmedValue, as: UTF8.self) }

  package var trimmedValue: UnsafeBufferPointer<UInt8> { value.trimmed { $0 <= ASCII.space } }

  /// A copy: the form of the tree. Of parameters of one name the first is taken, as none may be there twice (RFC 5545 §3.2).
  package var property: Property {
    Property(
      String(decoding: name, as: UTF8.self), parameters: parameters(but: []),
      value: String(decoding: value, as: UTF8.self), position: position)
  }

  // MARK: Parameters

  package var hasParameters: Bool { given.map { !$0.isEmpty } ?? (parameterText.count > 1) }

  /// Those of other names than `known`, each name once.
  ///
  /// - Parameter known: In capitals.
  package func parameters(but known: [String] = ["VALUE", "TZID"]) -> [Parameter] {
    guard hasParameters else { return [] }
    var found: [Parameter] = []
    for parameter in given ?? Parameter.all(in: parameterText, but: known)
    where !known.contains(parameter.name) && !found.contains(named: parameter.name) {
      found.append(parameter)
    }
    return found
  }

  /// The first value of a parameter.
  ///
  /// - Parameter name: In capitals.
  package func parameter(_ name: StaticString) -> String? {
    guard hasParameters else { return nil }
    if let given { return given.first(named: name.description)?.values.first }
    return Parameter.first(name, in: parameterText)
  }

  /// Calls `body` with the text of a parameter, its commas and all: names of zones have some, with quotes or without.
  package func withParameter<Result>(
    _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard hasParameters else { return nil }
    if let given {
      var value = given.first(named: name.description)?.values.joined(separator: ",")
      return value?.withUTF8(body)
    }
    guard let plain = Parameter.plain(name, in: parameterText) else { return nil }
    if !plain.contains(ASCII.caret) { return body(plain) }
    var decoded = Parameter.decoded(plain)
    return decoded.withUTF8(body)
  }

  /// Whether a parameter has a value, in capitals or small letters.
  package func says(_ name: StaticString, _ word: StaticString) -> Bool {
    withParameter(name) { isNamed($0, word) } ?? false
  }

  // MARK: Lists

  /// The values of a list, at most so many, still escaped; empty ones are left out.
  package func values(upTo limit: Int = .max) -> [UnsafeBufferPointer<UInt8>] {
    TextValue.listParts(value, upTo: limit).lazy.filter { !$0.isEmpty }
      .map { UnsafeBufferPointer(rebasing: value[$0]) }
  }
}
