import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews

extension Invocation {
  /// Lists the slots of a grid that can be booked; where there are none, says why.
  ///
  /// - Parameters:
  ///   - end: The end of the range that was asked for.
  ///   - explaining: Whether the others are listed too, with the reasons, and those who are not chosen.
  ///   - isOfPeople: Whether sessions that cannot be read may take the time.
  ///   - choose: Who serves in a slot; `nil` where nobody is chosen.
  /// - Throws: An error that names the series and the opening hours because of which the list may be incomplete.
  mutating func show(
    _ grid: SlotGrid, until end: Instant, explaining: Bool, _ setting: ViewSetting, _ common: CommonOptions,
    ofPeople isOfPeople: Bool = false, choosing choose: ((Slot) -> SlotChoice)? = nil
  ) throws(CommandError) {
    // Items of files that are not read may be at any time.
    let unexpanded = recordUnknownTimes(of: grid, viewer: setting.zone, ofPeople: isOfPeople)
    let limit = common.budgeted().budget
    let offered =
      explaining
      ? grid.candidates(limit: limit + 1) : grid.slots(limit: limit + 1).map { SlotCandidate(slot: $0) }
    let slots = unread.isEmpty ? offered.prefix(limit) : []
    let further = unread.isEmpty ? offered.dropFirst(limit).first?.slot.start : nil
    let absence =
      unread.first.map { [SlotAbsence(unread: $0)] }
      ?? (slots.isEmpty ? SlotAbsence.reasons(of: grid, limit: limit, in: setting.words) : [])
    switch common.format {
    case .text:
      var lines = slots.map { slot in
        var words = slot.reasons.map { $0.words(in: setting.words) }
        if let choose, slot.isAvailable {
          let choice = choose(slot.slot)
          words = [choice.words] + (explaining ? choice.exclusions(in: setting.words) : [])
        }
        return setting.line(slot.slot.interval, words.joined(separator: "; "))
      }
      if slots.isEmpty { lines = absence.map { StyledText($0.text(in: setting.words.localization), .dim) } }
      output.write(setting.renderer.text(lines))
    default:
      var members: [JSON.Member] = [
        .init("version", .version),
        .init("slots", .array(slots.map { JSON($0, choose, explaining: explaining, in: setting.words) })),
        .init("searchedUntil", .string((further ?? grid.searched.upperBound.in(setting.zone)).description)),
      ]
      if slots.isEmpty { members.append(.init("reasons", .array(absence.map { $0.json }))) }
      write(JSON.object(members).adding(incomplete: unexpanded.map { $0.json(in: setting.zone) }))
    }
    if let further {
      output.outlivesFailure = true
      complain(
        Complaint(
          "the slots from \(setting.words.moment(further.instant)) on are not shown",
          expected: "an earlier end or a larger --budget"))
    } else if grid.searched.upperBound < end {
      let days = grid.searched.upperBound.seconds(since: grid.searched.lowerBound) / 86_400
      complain(
        Complaint(
          "the search ended at \(setting.words.moment(grid.searched.upperBound)), after \(days) days",
          expected: "an end by then, or a later --from"))
    }
    try requireComplete(unexpanded, in: setting.zone)
    if further != nil { throw .ended(.badData, []) }
  }
}

/// A reason why a grid has no slots, and for how many starts it is one.
private struct SlotAbsence {
  let code: String
  let message: String
  let starts: Int

  init(unread file: UnreadFile) {
    (code, message, starts) = ("unread", "\(file.name) is not read, or not completely", 0)
  }

  private init(code: String, message: String, starts: Int) {
    (self.code, self.message, self.starts) = (code, message, starts)
  }

  func text(in localization: Localization) -> String {
    let count: Phrase = "(\(starts) starts)"
    return "\(code): \(message)" + (starts == 0 ? "" : " " + count.text(in: localization))
  }

  var json: JSON { ["code": .string(code), "message": .string(message), "starts": .int(starts)] }

  /// Each kind of reason once, that of the most starts first.
  ///
  /// - Parameter limit: The most starts that are looked at.
  static func reasons(of grid: SlotGrid, limit: Int, in words: SchedulingWords) -> [SlotAbsence] {
    var found: [String: (message: String, starts: Int, place: Int)] = [:]
    for candidate in grid.candidates(limit: limit) {
      var counted: Set<String> = []
      for reason in candidate.reasons where counted.insert(reason.code).inserted {
        let first = found[reason.code]
        found[reason.code] = (
          first?.message ?? reason.description(in: words), (first?.starts ?? 0) + 1,
          first?.place ?? found.count
        )
      }
    }
    if found.isEmpty {
      let reason = Unavailability.noStarts(in: grid.searched)
      return [SlotAbsence(code: reason.code, message: reason.description(in: words), starts: 0)]
    }
    return found.sorted { ($1.value.starts, $0.value.place) < ($0.value.starts, $1.value.place) }
      .map { SlotAbsence(code: $0.key, message: $0.value.message, starts: $0.value.starts) }
  }
}

extension JSON {
  fileprivate init(
    _ candidate: SlotCandidate, _ choose: ((Slot) -> SlotChoice)?, explaining: Bool, in words: SchedulingWords
  ) {
    let members: [JSON.Member] = [
      .init("start", .string(candidate.slot.start.description)),
      .init("end", .string(candidate.slot.end.description)),
      .init("available", .bool(candidate.isAvailable)),
      .init("reasons", candidate.reasons.json(in: words)),
    ]
    let chosen = choose.map { $0(candidate.slot).json(explaining: explaining, in: words) }
    self = .object(members + (chosen.map { [.init("chosen", $0)] } ?? []))
  }
}

extension CandidateVerdict {
  /// The rejected candidate, with the reasons: `not leo: busy`.
  func exclusion(in words: SchedulingWords) -> String {
    let line: Phrase = "not \(description(in: words))"
    return line.text(in: words.localization)
  }
}

extension SlotChoice {
  /// The people who serve, and how much is taken: `eva, room 1, 3 mats`.
  var words: String {
    parts.flatMap { part in part.chosen.map { name in part.amount.map { "\($0) \(name)" } ?? name } }
      .joined(separator: ", ")
  }

  /// The rejected candidate, with the reasons: `not leo: busy`.
  func exclusions(in words: SchedulingWords) -> [String] {
    parts.flatMap { $0.others }.map { $0.exclusion(in: words) }
  }

  /// The people who serve in each requirement, for scripts.
  ///
  /// - Parameter explaining: Whether the others are listed, with the reasons.
  func json(explaining: Bool = true, in words: SchedulingWords) -> JSON {
    .array(
      parts.map { part in
        let members: [JSON.Member] = [
          .init("requirement", .string(part.requirement)),
          .init("names", .array(part.chosen.map { .string($0) })),
          .init("amount", part.amount.map { .int($0) } ?? .null),
        ]
        let others = JSON.array(part.others.map { $0.json(in: words) })
        return .object(members + (explaining ? [.init("others", others)] : []))
      })
  }
}

extension CandidateVerdict {
  func json(in words: SchedulingWords) -> JSON {
    ["name": .string(name), "reasons": reasons.json(in: words)]
  }
}

extension [Unavailability] {
  func json(in words: SchedulingWords) -> JSON {
    .array(map { $0.json(in: words) })
  }
}

extension Unavailability {
  fileprivate func json(in words: SchedulingWords) -> JSON {
    .object(
      [.init("code", .string(code)), .init("message", .string(description(in: words)))]
        + details(in: words))
  }

  /// The candidates that cannot serve, with the reasons of each.
  func details(in words: SchedulingWords) -> [JSON.Member] {
    guard case .tooFew(_, _, let others) = self else { return [] }
    return [.init("candidates", .array(others.map { $0.json(in: words) }))]
  }
}
