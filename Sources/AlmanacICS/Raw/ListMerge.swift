import AlmanacContentLines
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
    guard let read = raw.parts[name], let last = read.last else { return nil }
    let (old, new) = (values(of: base), values(of: edited))
    guard let found = located(old, in: read) else { return nil }
    let (kept, added) = difference(old, new)
    var gone = [Set<Int>](repeating: [], count: read.count)
    for index in old.indices where !kept.contains(index) {
      gone[found[index].line].insert(found[index].place)
    }
    var lines = read.indices.map { Line(rest(of: read[$0], without: gone[$0]), isChanged: !gone[$0].isEmpty) }
    let readCount = found.count { $0.line == read.count - 1 }
    let isRead =
      lines[read.count - 1].values.count + gone[read.count - 1].count == readCount
      && raw.table.given(of: raw.table.lines[last.lines.lowerBound]) == nil
    var further: [LineChoice] = []
    for run in runs(of: added) {
      if isRead, further.isEmpty, !lines[lines.count - 1].values.isEmpty, spelling(of: last) == run.parameters
      {
        lines[lines.count - 1].values += run.texts
        lines[lines.count - 1].isChanged = true
      } else {
        further.append(.line(Array((run.parameters + run.texts.joined(separator: ",")).utf8)))
      }
    }
    var places = lines.enumerated().map { index, line -> [LineChoice] in
      if !line.isChanged { return [.read(read[index])] }
      return line.values.isEmpty
        ? [] : [.line(beginning(of: read[index]) + Array(line.values.joined(separator: ",").utf8))]
    }
    places[places.count - 1] += further
    return places
  }

  private struct Line {
    var values: [String]
    var isChanged: Bool

    init(_ values: [String], isChanged: Bool) {
      (self.values, self.isChanged) = (values, isChanged)
    }
  }

  /// A value with what must be the same for two to be one.
  private struct Value {
    /// The line without its values.
    let parameters: String
    let text: String
    let key: String
  }

  private func values(of body: ComponentBody) -> [Value] {
    (body.parts[name] ?? []).flatMap { part -> [Value] in
      let line = body.table.lines[part.lines.lowerBound]
      let parameters = spelling(of: part, in: body)
      return body.table.withBytes { bytes in
        let value = bytes.value(of: line)
        return TextValue.listParts(value).map { range in
          let text = UnsafeBufferPointer(rebasing: value[range])
          return Value(
            parameters: parameters, text: String(decoding: text, as: UTF8.self), key: key(text, line, bytes))
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

  /// Where the values of before stand in the lines of the file, each line and its place there.
  private func located(_ old: [Value], in read: [ComponentPart]) -> [(line: Int, place: Int)]? {
    var waiting: [String: ArraySlice<(line: Int, place: Int)>] = [:]
    for (number, part) in read.enumerated() {
      let line = raw.table.lines[part.lines.lowerBound]
      raw.table.withBytes { bytes in
        let value = bytes.value(of: line)
        for (place, range) in TextValue.listParts(value).enumerated() where !range.isEmpty {
          let key = key(UnsafeBufferPointer(rebasing: value[range]), line, bytes)
          waiting[key, default: []].append((number, place))
        }
      }
    }
    var found: [(line: Int, place: Int)] = []
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

  /// The values of a line of the file, as they stand.
  private func rest(of part: ComponentPart, without gone: Set<Int>) -> [String] {
    raw.table.withBytes { bytes in
      let value = bytes.value(of: raw.table.lines[part.lines.lowerBound])
      return TextValue.listParts(value).enumerated().filter {
        !$0.element.isEmpty && !gone.contains($0.offset)
      }.map {
        String(decoding: value[$0.element], as: UTF8.self)
      }
    }
  }

  /// A line of the file up to its colon, as it stands.
  private func beginning(of part: ComponentPart) -> [UInt8] {
    raw.table.withBytes { bytes in
      let line = raw.table.lines[part.lines.lowerBound]
      return Array(bytes.content(of: line).dropLast(bytes.value(of: line).count))
    }
  }

  /// A line without its values, in one spelling.
  private func spelling(of part: ComponentPart) -> String { spelling(of: part, in: raw) }

  private func spelling(of part: ComponentPart, in body: ComponentBody) -> String {
    let parameters = body.table.parameters(of: body.table.lines[part.lines.lowerBound])
    return LineWriter.unfolded(name, parameters, value: "")
  }
}
