import AlmanacEvents
import AlmanacRendering
import AlmanacScheduling
import AlmanacSync
import AlmanacTime

/// The results of an import, as complaints, lines and JSON.
struct ImportReport {
  let imported: [(ImportedSeries, ImportResult)]
  let feed: FeedImport?
  let requests: MemberRequests
  let words: SchedulingWords
  /// Whether the file is the new state of a feed.
  let isRefresh: Bool
  let isPreview: Bool
  /// Whether each item is listed, however many there are.
  let isVerbose: Bool

  /// Whether nothing was refused.
  var isDone: Bool {
    imported.allSatisfy { $0.1.refusal == nil } && requests.refusals.isEmpty
      && !requests.cancellations.contains(where: \.decision.isRefused)
  }

  var complaints: [Complaint] {
    var complaints = requests.others.map(\.complaint) + requests.refusals.map(\.complaint)
    for (series, result) in imported {
      if let refusal = result.refusal { complaints.append(Complaint(refusal, uid: series.uid)) }
      complaints += result.conflicts.map { Complaint($0) }
      if result.outcome == .editedHere {
        complaints.append(
          Complaint(
            "\(series.uid): not replaced, as it was changed here and the file does not say that it is later",
            expected: isRefresh
              ? "a later DTSTAMP, LAST-MODIFIED or SEQUENCE"
              : "a later LAST-MODIFIED or SEQUENCE"))
      }
    }
    for item in feed?.preserved ?? [] {
      complaints.append(
        Complaint(
          "\(item.uid): gone from the feed, but not removed since it was changed here, or was here before the feed had it"
        ))
    }
    for item in feed?.shared ?? [] {
      complaints.append(
        Complaint("\(item.uid): gone from the feed, but not removed since it came from another feed too"))
    }
    return complaints + requests.cancellations.flatMap { $0.complaints(in: words) }
  }

  var lines: [String] {
    let isListed = isVerbose || isPreview || imported.count <= 20
    let items = isListed ? imported.flatMap { lines(of: $0, $1) } : [counts]
    return items + (feed?.removed.map { line("removed", $0.uid, $0.summary) } ?? [])
      + requests.cancellations.compactMap { $0.line(in: words) } + (feed?.lines(words.zone) ?? [])
  }

  private func lines(of series: ImportedSeries, _ result: ImportResult) -> [String] {
    let isHere = [.replaced, .unchanged, .editedHere].contains(result.outcome)
    let title = isHere ? result.after.first?.summary ?? "" : series.summary
    let line = line(result.outcome.phrase, series.uid, title)
    return [line] + (isPreview && result.outcome == .replaced ? result.changes.flatMap(\.lines) : [])
  }

  private func line(_ outcome: Phrase, _ uid: String, _ title: String) -> String {
    "\(outcome.text(in: words.localization)) \(uid): \(title: title)"
  }

  /// The number of items by outcome, in the order of the file.
  private var counts: String {
    var counts: [(outcome: String, count: Int)] = []
    for (_, result) in imported {
      let outcome = result.outcome.phrase.text(in: words.localization)
      if let index = counts.firstIndex(where: { $0.outcome == outcome }) {
        counts[index].count += 1
      } else {
        counts.append((outcome, 1))
      }
    }
    let hint: Phrase = "(--verbose lists them)"
    return counts.map { "\($0.count) \($0.outcome)" }.joined(separator: ", ")
      + " \(hint.text(in: words.localization))"
  }

  var json: JSON {
    let items = imported.map { series, result -> JSON in
      let head: [JSON.Member] = [
        .init("uid", .string(series.uid)), .init("summary", .string(series.summary)),
        .init("outcome", .string(result.outcome.rawValue)),
        .init("refused", .array([result.refusal].compactMap { $0?.json })),
      ]
      let changes = JSON.Member("changes", .array(isPreview ? result.changes.map(\.json) : []))
      return .object(head + (isPreview ? [changes] : []))
    }
    let head: [JSON.Member] = [
      .init("version", .version), .init("dryRun", .bool(isPreview)), .init("imported", .array(items)),
      .init("cancelled", .array(requests.cancellations.map { $0.json })),
      .init("refused", .array(requests.refusals.map { $0.json })),
    ]
    return .object(head + (feed?.json ?? []))
  }
}

extension ImportResult.Outcome {
  /// The effect in words.
  fileprivate var phrase: Phrase {
    switch self {
    case .added: "added"
    case .replaced: "replaced"
    case .unchanged: "unchanged"
    case .deletedHere: "deleted_here"
    case .editedHere: "edited_here"
    case .older: "older"
    case .refused: "refused"
    }
  }
}
