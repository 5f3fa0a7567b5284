import AlmanacComponents
import AlmanacEvents
import AlmanacMapping
import AlmanacTime

/// Reads a run of a document's pieces on its own: one task's share.
enum PartReader {
  /// What one task read of one calendar.
  struct Reading: Sendable {
    let draft: Int
    var components = ReadComponents()
    var diagnostics: [Diagnostic] = []
    var uses: [ZoneResolver.Use] = []
  }

  struct Share: Sendable {
    let part: Range<Int>
    var calendars: [Reading] = []
  }

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
  static func read(
    _ part: Range<Int>, of raw: RawDocument, _ drafts: [CalendarDraft], _ options: ICSOptions
  ) -> Share {
    var share = Share(part: part)
    var model = ModelReader(options, door: options.valueDoor)
    var draft = drafts.partitionIndex { $0.firstPiece > part.lowerBound } - 1
    var reading: Reading?
    // Of the drafts a task keeps copies of what it needs: counters of references that several tasks change are slow.
    var context = CalendarContext()
    raw.forEachTable(in: part) { index, table in
      while draft + 1 < drafts.count, drafts[draft + 1].firstPiece <= index { draft += 1 }
      guard draft >= 0, raw.pieces[index].kind == .component else { return }
      _ = table.withComponent { component in
        guard component.kind != .timeZone else { return }
        if reading?.draft != draft {
          finish(&reading, &model, &share)
          reading = Reading(draft: draft)
          model.zones.begin(drafts[draft].definitions)
          context = drafts[draft].header.context
        }
        if var current = reading.take() {
          model.read(index, component, in: context, into: &current.components)
          reading = current
        }
      }
    }
    finish(&reading, &model, &share)
    return share
  }

  private static func finish(_ reading: inout Reading?, _ model: inout ModelReader, _ share: inout Share) {
    guard var done = reading.take() else { return }
    done.diagnostics = model.diagnostics
    done.uses = model.zones.uses
    model.diagnostics.removeAll()
    share.calendars.append(done)
  }
}
