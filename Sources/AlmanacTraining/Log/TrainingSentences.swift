public import AlmanacTime

/// The words of reports in the languages of the library; for any other language they are English.
struct TrainingWords {
  private static let tables = LanguageTable.tables(in: PackageResources.ProgressPhrases_txt)
  private let phrases: LanguageTable
  private let localization: Localization

  init(_ localization: Localization) {
    (phrases, self.localization) = (Self.tables.texts(in: localization), localization)
  }

  /// A phrase by its name in the data file, in the form of one or of several where it has both.
  func phrase(_ name: String, _ fields: [Substring: String] = [:], count: Int = 0) -> String {
    let forms = phrases[name]
    return ((count == 1 ? forms.first : forms.last) ?? "")
      .filled(fields.merging(["count": localization.number(count)]) { given, _ in given })
  }

  /// The numbers of sets and repetitions and the volume, each where there is one.
  fileprivate func work(sets: Int, _ repetitions: Int, _ volume: String? = nil) -> [String] {
    [
      phrase("set count", count: sets),
      repetitions > 0 ? phrase("repetition count", count: repetitions) : nil, volume,
    ]
    .compactMap { $0 }
  }
}

extension TrainingReport {
  /// The sums in a line: `2 of 3 sets done, 1 changed, 14 repetitions, 840 kg`.
  public func description(in localization: Localization) -> String {
    let words = TrainingWords(localization)
    var parts = [words.phrase("sets done", ["done": localization.number(done.count)], count: lines.count)]
    if !changed.isEmpty { parts.append(words.phrase("changed", count: changed.count)) }
    if repetitions > 0 { parts.append(words.phrase("repetition count", count: repetitions)) }
    if volume > .none { parts.append(volume.description(in: localization)) }
    return parts.joined(separator: ", ")
  }
}

extension ClientStatistics {
  /// The sums in a line: `2 sessions, 4 sets, 16 repetitions, 960 kg, adherence 67 %`.
  public func description(in localization: Localization) -> String {
    let words = TrainingWords(localization)
    var parts = [words.phrase("session count", count: sessions)]
    let volume = report.volume > .none ? report.volume.description(in: localization) : nil
    parts += words.work(sets: report.done.count, report.repetitions, volume)
    if let adherencePercent { parts.append(words.phrase("adherence", count: adherencePercent)) }
    return parts.joined(separator: ", ")
  }

  private var adherencePercent: Int? { report.adherence.map { Int(($0 * 100).rounded()) } }
}

extension ExerciseProgress {
  /// A point in a line: `62.5 kg, 2 sets, 16 repetitions, volume 980 kg, estimated 1RM (Epley) 79.2 kg`.
  public func description(of point: Point, in localization: Localization) -> String {
    let words = TrainingWords(localization)
    var parts = [
      point.bestLoad?.description(in: localization), point.bestTime.map { localization.withDigits($0.clock) },
    ]
    .compactMap { $0 }
    let volume =
      point.volume > .none ? words.phrase("volume") + " " + point.volume.description(in: localization) : nil
    parts += words.work(sets: point.sets, point.repetitions, volume)
    if let maximum = point.estimatedMaximum {
      let rounded = Load.kilograms((maximum.kilograms * 10).rounded() / 10)
      let estimate = words.phrase("estimated maximum", ["f": formula.name])
      parts.append(estimate + " " + rounded.description(in: localization))
    }
    return parts.joined(separator: ", ")
  }
}

extension PerformedSet {
  /// The work, as `6× 62.5 kg`, or that the set was skipped.
  public func description(in localization: Localization) -> String {
    state == .skipped
      ? TrainingWords(localization).phrase("skipped")
      : PrescribedSet.work(repetitions, time, load, in: localization)
  }
}
