import AlmanacComponents
import AlmanacMapping
import AlmanacTime

/// Merges an edit of a list into its lines, value by value: removed values are deleted from their line; new
/// values are appended to the last line if that has equal parameters and no unreadable values, otherwise
/// written on a line of their own. Unreadable values and the parameters of lines are preserved.
struct ListLineMerge {
  private let name: PropertyName
  private let old, new: [Property]
  private let raw: [RawPart]
  private let door: any ValueDoor

  /// - Returns: `nil` for a property that is not a list, and for one that the file lacks.
  init?(_ name: PartName, _ old: [TreePart], _ new: [TreePart], in raw: [RawPart], _ door: any ValueDoor) {
    guard !name.isComponent, let property = PropertyName.named(name.text), !raw.isEmpty,
      property.facts.structure == .list, [.text, .dateTime].contains(property.facts.type)
    else { return nil }
    func properties(_ parts: [TreePart]) -> [Property] {
      parts.compactMap { if case .property(let property) = $0 { property } else { nil } }
    }
    (self.name, self.old, self.new, self.raw) = (property, properties(old), properties(new), raw)
    self.door = door
  }

  /// The replacement for each line of the file; `nil` if one of the values before the edit is not found in
  /// the lines, so that all are rewritten.
  func places() -> [[LineChoice]]? {
    let stated = values(of: raw.map(\.property)).filter { !$0.text.isEmpty }
    let (old, new) = (values(of: old), values(of: new))
    var matching = EditMatching(of: old, in: stated)
    matching.matchAnywhere { $0.key }
    let found = matching.partners.compactMap { $0 }
    guard found.count == old.count else { return nil }
    let (kept, added) = difference(old, new)
    let gone = Set(old.indices.lazy.filter { !kept.contains($0) }.map { found[$0] })
    var texts = [[String]](repeating: [], count: raw.count)
    for (place, value) in stated.enumerated() where !gone.contains(place) {
      texts[value.line].append(value.text)
    }
    var changed = Set(gone.map { stated[$0].line })
    let understood = Set(found)
    let last = raw.count - 1
    let canAppend =
      !texts[last].isEmpty && !raw[last].isUndecoded
      && stated.indices.allSatisfy { stated[$0].line != last || understood.contains($0) }
    var further: [Property] = []
    for value in added {
      if canAppend, further.isEmpty, stated.last?.parameters == value.parameters {
        texts[last].append(value.text)
        changed.insert(last)
      } else if further.last?.parameters == value.parameters {
        further[further.count - 1].value += "," + value.text
      } else {
        further.append(Property(name.text, parameters: value.parameters, value: value.text))
      }
    }
    var places = raw.indices.map { number -> [LineChoice] in
      if !changed.contains(number) { return [.read(raw[number])] }
      if texts[number].isEmpty { return [] }
      return [.line(raw[number].beginning + Array(texts[number].joined(separator: ",").utf8))]
    }
    places[last] += further.map { .new(.property($0)) }
    return places
  }

  /// A value with the attributes that identify it.
  private struct Value {
    /// The index of its line among those of its name.
    let line: Int
    let parameters: [Parameter]
    let text: String
    let key: String
  }

  private func values(of properties: [Property]) -> [Value] {
    properties.enumerated().flatMap { number, property in
      property.withView { view in
        TextValue.listParts(view.value).map { range in
          let text = UnsafeBufferPointer(rebasing: view.value[range])
          return Value(
            line: number, parameters: property.parameters, text: String(decoding: text, as: UTF8.self),
            key: key(text, view))
        }
      }
    }
  }

  /// Whether the values are dates, whose order matters only within one zone and type.
  private var isOfDates: Bool { name.facts.type == .dateTime }

  /// The meaning of a value, independent of its spelling.
  private func key(_ value: UnsafeBufferPointer<UInt8>, _ property: PropertyView) -> String {
    guard isOfDates else { return TextValue.unescaped(value) }
    let parts = value.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let read = door.lenientTime(parts.first.map { UnsafeBufferPointer(rebasing: $0) } ?? value)
    else { return String(decoding: value, as: UTF8.self) }
    let extent = parts.dropFirst().first.map { "/" + String(decoding: $0, as: UTF8.self).uppercased() } ?? ""
    if read.isDate || property.hasParameter("VALUE", "DATE") { return read.local.date.description + extent }
    let zone = read.isUTC ? "Z" : property.parameter("TZID") ?? ""
    return read.local.description + extent + " " + zone
  }

  /// The indices of the values that remain, and the new values, which are written after them.
  private func difference(_ old: [Value], _ new: [Value]) -> (kept: Set<Int>, added: [Value]) {
    func group(_ value: Value) -> [Parameter] { isOfDates ? value.parameters : [] }
    var waiting = Dictionary(grouping: old.indices) { group(old[$0]) }.mapValues { $0[...] }
    var kept: Set<Int> = []
    var added: [Value] = []
    for value in new {
      let rest = waiting[group(value)] ?? []
      let next = rest.firstIndex { old[$0].text == value.text && old[$0].parameters == value.parameters }
      if let next { kept.insert(rest[next]) } else { added.append(value) }
      // Values after a new value are re-added too, so that the order is preserved.
      waiting[group(value)] = next.map { rest[($0 + 1)...] } ?? []
    }
    return (kept, added)
  }
}
