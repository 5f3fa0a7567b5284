import AlmanacComponents
import AlmanacTime

/// Brings an edit of a list into its lines, value by value: what goes is taken out of the line in which it stands; what
/// is new goes to the end of the last line if that has its parameters and nothing that nobody can read, else into a line
/// of its own. Values that nobody can read stay, and so do the parameters that a line has.
struct ListMerge {
  private let name: String
  private let base: ComponentBody
  private let edited: ComponentBody
  private let raw: ComponentBody

  /// Dates, of which only those of one zone and type have an order.
  private static let dates: Set<String> = ["EXDATE", "RDATE"]
  private static let texts: Set<String> = ["CATEGORIES", "RESOURCES"]

  /// - Returns: `nil` for a property that is no list.
  init?(of name: String, from base: ComponentBody, to edited: ComponentBody, in raw: ComponentBody) {
    guard Self.dates.contains(name) || Self.texts.contains(name) else { return nil }
    (self.name, self.base, self.edited, self.raw) = (name, base, edited, raw)
  }

  /// What stands in the place of each line of the file; `nil` where one of the values before the edit is not found in
  /// them, so that they are written anew.
  func places() -> [[LineChoice]]? {
    guard let read = raw.parts[name], let last = read.indices.last else { return nil }
    let stated = values(of: raw).filter { !$0.text.isEmpty }
    let (old, new) = (values(of: base), values(of: edited))
    guard let found = located(old, in: stated) else { return nil }
    let (kept, added) = difference(old, new)
    let gone = Set(old.indices.lazy.filter { !kept.contains($0) }.map { found[$0] })
    var texts = [[String]](repeating: [], count: read.count)
    for (place, value) in stated.enumerated() where !gone.contains(place) {
      texts[value.line].append(value.text)
    }
    var changed = Set(gone.map { stated[$0].line })
    let understood = Set(found)
    let takesMore =
      !texts[last].isEmpty && raw.table.given(of: line(read[last], of: raw)) == nil
      && stated.indices.allSatisfy { stated[$0].line != last || understood.contains($0) }
    var further: [LineChoice] = []
    for run in runs(of: added) {
      if takesMore, further.isEmpty, stated.last?.parameters == run.parameters {
        texts[last] += run.texts
        changed.insert(last)
      } else {
        further.append(.line(Array((run.parameters + run.texts.joined(separator: ",")).utf8)))
      }
    }
    var places = read.indices.map { number -> [LineChoice] in
      if !changed.contains(number) { return [.read(read[number])] }
      if texts[number].isEmpty { return [] }
      return [.line(beginning(of: read[number]) + Array(texts[number].joined(separator: ",").utf8))]
    }
    places[last] += further
    return places
  }

  /// A value with what must be the same for two to be one.
  private struct Value {
    /// Which of the lines of its name it stands in.
    let line: Int
    /// The line without its values, in one spelling.
    let parameters: String
    let text: String
    let key: String
  }

  private func line(_ part: ComponentPart, of body: ComponentBody) -> ContentLine {
    body.table.lines[part.lines.lowerBound]
  }

  private func values(of body: ComponentBody) -> [Value] {
    (body.parts[name] ?? []).enumerated().flatMap { number, part -> [Value] in
      let line = line(part, of: body)
      let parameters = LineWriter.unfolded(name, body.table.parameters(of: line), value: "")
      return body.table.withBytes { bytes in
        let value = bytes.value(of: line)
        return TextValue.listParts(value).map { range in
          let text = UnsafeBufferPointer(rebasing: value[range])
          return Value(
            line: number, parameters: parameters, text: String(decoding: text, as: UTF8.self),
            key: key(text, line, bytes))
        }
      }
    }
  }

  /// What a value says, however it is spelled.
  private func key(_ value: UnsafeBufferPointer<UInt8>, _ line: ContentLine, _ bytes: LineBytes) -> String {
    if Self.texts.contains(name) { return TextValue.unescaped(value) }
    let parts = value.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    var time = PatientTime(parts.first.map { UnsafeBufferPointer(rebasing: $0) } ?? value)
    guard let read = time.read() else { return String(decoding: value, as: UTF8.self) }
    let isDate = read.isDate || bytes.rawParameter("VALUE", of: line).map { isNamed($0, "DATE") } ?? false
    let extent = parts.dropFirst().first.map { "/" + String(decoding: $0, as: UTF8.self).uppercased() } ?? ""
    if isDate { return read.local.date.description + extent }
    let zone = read.isUTC ? "Z" : bytes.parameter("TZID", of: line) ?? ""
    return read.local.description + extent + " " + zone
  }

  /// Which of the values of the file those of before are.
  private func located(_ old: [Value], in stated: [Value]) -> [Int]? {
    var waiting = Dictionary(grouping: stated.indices) { stated[$0].key }.mapValues { $0[...] }
    var found: [Int] = []
    for value in old {
      guard let place = waiting[value.key]?.popFirst() else { return nil }
      found.append(place)
    }
    return found
  }

  /// The places of the values that stay, and those that are new, which stand behind them.
  private func difference(_ old: [Value], _ new: [Value]) -> (kept: Set<Int>, added: [Value]) {
    func group(_ value: Value) -> String { Self.dates.contains(name) ? value.parameters : "" }
    var waiting = Dictionary(grouping: old.indices) { group(old[$0]) }.mapValues { $0[...] }
    var kept: Set<Int> = []
    var added: [Value] = []
    for value in new {
      let rest = waiting[group(value)] ?? []
      if let next = rest.firstIndex(where: {
        old[$0].text == value.text && old[$0].parameters == value.parameters
      }) {
        kept.insert(rest[next])
        waiting[group(value)] = rest[(next + 1)...]
      } else {
        // Whatever follows is written behind it, to keep the order.
        waiting[group(value)] = []
        added.append(value)
      }
    }
    return (kept, added)
  }

  /// Neighbours of the same parameters.
  private func runs(of values: [Value]) -> [(parameters: String, texts: [String])] {
    var runs: [(parameters: String, texts: [String])] = []
    for value in values {
      if runs.last?.parameters != value.parameters { runs.append((value.parameters, [])) }
      runs[runs.count - 1].texts.append(value.text)
    }
    return runs
  }

  /// A line of the file up to its colon, as it stands.
  private func beginning(of part: ComponentPart) -> [UInt8] {
    raw.table.withBytes { bytes in
      let line = line(part, of: raw)
      return Array(bytes.content(of: line).dropLast(bytes.value(of: line).count))
    }
  }
}
