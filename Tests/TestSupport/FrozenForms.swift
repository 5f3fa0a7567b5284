import Foundation

/// The stored forms of values, as an earlier version wrote them, in `Frozen/forms.json` beside a test file. What was
/// stored once must be read for ever, so no form in the file changes while its type exists; forms of new types are added to it by a run of
/// the tests with `ALMANAC_FREEZE=1`.
public struct FrozenForms {
  private let file: URL
  /// The folder of the tests: `AlmanacEventsTests`.
  private let folder: String
  private var numbered: Set<String> = []
  private var forms: [String: Any]
  private var faults: [String] = []
  private var known: Set<String> = []

  public init(beside test: String = #filePath) throws {
    file = URL(filePath: test).deletingLastPathComponent().appending(path: "Frozen/forms.json")
    folder = file.pathComponents.last { $0.hasSuffix("Tests") && $0.hasPrefix("Almanac") } ?? ""
    let data = try? Data(contentsOf: file)
    forms = try data.map { try JSONSerialization.jsonObject(with: $0) as? [String: Any] ?? [:] } ?? [:]
  }

  /// The keys and values of an object that was frozen.
  public func object(_ name: String) -> [String: Any] { forms[name] as? [String: Any] ?? [:] }

  /// The value that was frozen, as an earlier version stored it.
  public func stored<Value: Decodable>(_ type: Value.Type, as name: String = "\(Value.self)") throws -> Value
  {
    try JSONDecoder().decode(type, from: JSONSerialization.data(withJSONObject: forms[name] ?? [:]))
  }

  /// Compares a value with its frozen form: the form is read as the value, and the value is written as the form,
  /// numbers of schemas and what is no longer written aside.
  ///
  /// - Parameter isWritten: Whether the value is still written in this form.
  public mutating func check<Value: Codable & Equatable>(
    _ value: Value, as name: String = "\(Value.self)", isWritten: Bool = true
  ) throws {
    known.insert(name)
    let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode([value]))
    guard let form = forms[name] else {
      if ProcessInfo.processInfo.environment["ALMANAC_FREEZE"] == nil {
        faults.append("\(name): no frozen form")
      } else {
        forms[name] = (written as? [Any])?.first
      }
      return
    }
    let data = try JSONSerialization.data(withJSONObject: [form])
    do {
      if try JSONDecoder().decode([Value].self, from: data) != [value] {
        faults.append("\(name): read as another value")
      }
    } catch {
      faults.append("\(name): \(error)")
    }
    if isWritten, Self.plain(written) as? NSObject != Self.plain(Self.reduced([form])) as? NSObject {
      faults.append("\(name): written as \(written)")
    }
  }

  /// Checks that a value that programs store by itself has the number of its schema, also in a list, and that another
  /// number is refused at that key.
  public mutating func checkSchema<Value: Codable & Equatable>(
    _ value: Value, as name: String = "\(Value.self)", key: String = "schema"
  ) throws {
    numbered.insert("\(name) \(key)")
    let data = try JSONEncoder().encode([value])
    guard var form = (try JSONSerialization.jsonObject(with: data) as? [[String: Any]])?.first,
      form[key] as? Int == 1,
      var single = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any],
      single[key] as? Int == 1
    else {
      return faults.append("\(name): no \(key) 1")
    }
    if try JSONDecoder().decode([Value].self, from: data) != [value] {
      faults.append("\(name): read as another")
    }
    single[key] = nil
    if try JSONDecoder().decode(Value.self, from: JSONSerialization.data(withJSONObject: single)) != value {
      faults.append("\(name): read as another without \(key)")
    }
    for number in [0, 2] {
      form[key] = number
      do {
        _ = try JSONDecoder().decode(Value.self, from: JSONSerialization.data(withJSONObject: form))
        faults.append("\(name): \(key) \(number) is read")
      } catch let error as DecodingError {
        guard case .dataCorrupted(let context) = error, context.codingPath.map({ $0.stringValue }) == [key]
        else {
          faults.append("\(name): \(error)")
          continue
        }
      }
    }
  }

  /// The types of the module with their keys, as the documentation lists them.
  private func documented() throws -> Set<String> {
    var root = file
    while root.lastPathComponent != "Tests", root.pathComponents.count > 1 { root.deleteLastPathComponent() }
    let page = root.deletingLastPathComponent().appending(path: "Sources/Almanac/Almanac.docc/StoredForms.md")
    let rows = String(decoding: try Data(contentsOf: page), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: ["`", " "]) }
    }
    return Set(rows.filter { $0.count == 3 && $0[1] + "Tests" == folder }.map { "\($0[0]) \($0[2])" })
  }

  /// What is not as it was; frozen forms that nothing was compared with, and differences from the list of stored forms.
  public mutating func end() throws -> [String] {
    if ProcessInfo.processInfo.environment["ALMANAC_FREEZE"] != nil {
      let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (JSONSerialization.data(withJSONObject: forms, options: options) + Data("\n".utf8)).write(to: file)
    }
    let listed = try documented()
    return faults + Set(forms.keys).subtracting(known).sorted().map { "\($0): not compared" }
      + numbered.subtracting(listed).sorted().map { "\($0): not in the list of stored forms" }
      + listed.subtracting(numbered).sorted().map { "\($0): listed, and its number not checked" }
  }

  /// A frozen form without the keys that are read and no longer written: positions of components.
  private static func reduced(_ value: Any) -> Any {
    guard let object = value as? [String: Any] else { return (value as? [Any])?.map { reduced($0) } ?? value }
    return Dictionary(
      uniqueKeysWithValues: object.map { key, value in
        guard key == "components", let components = value as? [[String: Any]] else {
          return (key, reduced(value))
        }
        return (key, components.map { reduced($0.filter { $0.key != "position" }) })
      })
  }

  private static func plain(_ value: Any) -> Any {
    switch value {
    case let object as [String: Any]: object.filter { $0.key != "schema" }.mapValues { plain($0) }
    case let list as [Any]: list.map { plain($0) }
    default: value
    }
  }
}

/// Outputs for many inputs, as an earlier version made them: `Frozen/NAME` beside a test file, a section an input. A run
/// of the tests with `ALMANAC_FREEZE=1` writes the file; a difference is a decision, to be listed with its reason.
public struct FrozenOutputs {
  private let file: URL
  private var sections: [(name: String, output: String)] = []

  public init(_ name: String, beside test: String = #filePath) {
    file = URL(filePath: test).deletingLastPathComponent().appending(path: "Frozen/\(name)")
  }

  public mutating func add(_ output: String, for input: String) { sections.append((input, output)) }

  /// The inputs whose output is not as it was.
  public func differences() throws -> [String] {
    let text = sections.map { "==== \($0.name)\n\($0.output)\n" }.joined()
    if ProcessInfo.processInfo.environment["ALMANAC_FREEZE"] != nil { try Data(text.utf8).write(to: file) }
    let frozen = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    // Compared as bytes: equality of strings takes characters that are written in two ways for the same.
    guard !frozen.utf8.elementsEqual(text.utf8) else { return [] }
    var rest = frozen[...]
    for (name, output) in sections {
      let section = "==== \(name)\n\(output)\n"
      guard rest.utf8.starts(with: section.utf8) else {
        let now = output.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
          String.init)
        let was = rest.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
          String.init)
        let line = zip(["==== \(name)"] + now, was).first { !$0.utf8.elementsEqual($1.utf8) }
        return ["\(name): \(line?.0 ?? "a line more or less"), and was: \(line?.1 ?? "")"]
      }
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: section.utf8.count)...]
    }
    return ["the frozen file has more: \(rest.prefix(200))"]
  }
}
