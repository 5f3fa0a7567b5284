import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Reads a run of a document's pieces on its own: one task's share.
enum PartReader {
  /// Runs of pieces with about the same number of bytes.
  static func parts(of raw: RawDocument, tasks: Int) -> [Range<Int>] {
    let size = max(64 << 10, raw.source.bytes.count / max(1, tasks) + 1)
    var parts: [Range<Int>] = []
    var start = 0
    var bytes = 0
    for (index, piece) in raw.pieces.enumerated() {
      bytes += piece.length
      if bytes >= size {
        parts.append(start..<index + 1)
        (start, bytes) = (index + 1, 0)
      }
    }
    if start < raw.pieces.count { parts.append(start..<raw.pieces.count) }
    return parts
  }

  /// - Parameter drafts: The calendars with their own lines and zones read.
  /// - Returns: Of each calendar in the part what the components there say.
  static func read(
    _ part: Range<Int>, of raw: RawDocument, _ drafts: [CalendarDraft], _ options: ICSOptions
  ) -> [CalendarDraft] {
    var readings: [CalendarDraft] = []
    var model = ModelReader(options, door: options.valueDoor)
    var draft = drafts.partitionIndex { $0.firstPiece > part.lowerBound } - 1
    // Of the drafts a task keeps copies of what it needs: counters of references that several tasks change are slow.
    var context = CalendarContext()
    func finish() {
      guard let last = readings.indices.last else { return }
      (readings[last].diagnostics, readings[last].zoneUses) = (model.diagnostics, model.zones.uses)
      model.diagnostics.removeAll()
    }
    raw.forEachTable(in: part) { index, table in
      while draft + 1 < drafts.count, drafts[draft + 1].firstPiece <= index { draft += 1 }
      guard draft >= 0, raw.pieces[index].kind == .component else { return }
      _ = table.withComponent { component in
        guard component.kind != .timeZone else { return }
        if readings.last?.firstPiece != drafts[draft].firstPiece {
          finish()
          readings.append(CalendarDraft(number: drafts[draft].number, firstPiece: drafts[draft].firstPiece))
          model.zones.begin(drafts[draft].definitions, yielding: [])
          context = drafts[draft].header.context
        }
        model.read(index, component, in: context, into: &readings[readings.count - 1].components)
      }
    }
    finish()
    return readings
  }
}
