import Almanac
import AlmanacFoundation
import AlmanacRendering
import Foundation

/// A file with a view of a sample.
struct Picture: Sendable {
  let name: String
  let render: @Sendable () -> String
}

/// The words of a picture.
struct Tongue: Sendable {
  let name: String
  let localization: Localization
  let phrases: ViewPhrases

  init(_ identifier: String) {
    name = identifier
    let own = Localization(identifier: identifier)
    if own.language.rawValue == identifier.prefix(2) {
      localization = own
      phrases = ViewPhrases(own)
    } else {
      localization = Localization(Locale(identifier: identifier))
      phrases = ViewPhrases(Locale(identifier: identifier))
    }
  }
}

enum Form: String, CaseIterable {
  case month, week, day, year, list, agenda, rows, columns, timeline

  /// The form of the lanes of resources.
  var lanes: ResourceStyle { self == .columns ? .columns : .timeline }
}

extension Sample {
  /// The options with the first weekday of a language.
  private func options(_ tongue: Tongue) -> ViewOptions {
    var own = options
    own.firstWeekday = tongue.localization.firstWeekday
    return own
  }

  func svg(_ form: Form, _ tongue: Tongue, width: Int, theme: SVGRenderer.Theme = .light) -> String {
    var renderer = SVGRenderer(localization: tongue.localization, width: width, theme: theme)
    renderer.phrases = tongue.phrases
    renderer.showsCalendars = name == "grounds"
    let options = options(tongue)
    switch form {
    case .month: return renderer.document(month(options))
    case .week: return renderer.document(week(options))
    case .rows: return renderer.document(week(options), style: .rows)
    case .day: return renderer.document(dayView(options))
    case .year: return renderer.document(year(options))
    case .list: return renderer.document(list(options))
    case .agenda: return renderer.document(list(options, by: .month))
    case .columns, .timeline: return renderer.document(resources(options), style: form.lanes)
    }
  }

  func html(_ form: Form, _ tongue: Tongue, theme: HTMLRenderer.Theme = .automatic) -> String {
    var renderer = HTMLRenderer(localization: tongue.localization)
    renderer.phrases = tongue.phrases
    renderer.theme = theme
    renderer.showsCalendars = true
    let options = options(tongue)
    switch form {
    case .month: return renderer.document(month(options))
    case .week: return renderer.document(week(options))
    case .rows: return renderer.document(week(options), style: .rows)
    case .day: return renderer.document(dayView(options))
    case .year: return renderer.document(year(options))
    case .list: return renderer.document(list(options))
    case .agenda: return renderer.document(list(options, by: .month))
    case .columns, .timeline: return renderer.document(resources(options), style: form.lanes)
    }
  }

  private func month(_ options: ViewOptions) -> MonthView {
    MonthView(
      of: today.yearMonth, showing: calendars, in: zone, today: today, selected: Self.day("2026-03-19"),
      options: options)
  }

  private func week(_ options: ViewOptions) -> WeekView {
    WeekView(of: today, showing: calendars, in: zone, today: today, now: present, options: options)
  }

  private func dayView(_ options: ViewOptions) -> DayView {
    DayView(of: today, showing: calendars, in: zone, today: today, now: present, options: options)
  }

  private func resources(_ options: ViewOptions) -> ResourceView {
    ResourceView(of: today, showing: calendars, in: zone, today: today, now: present, options: options) {
      item in
      item.item.location.split(separator: "; ").map(String.init)
    }
  }

  private func year(_ options: ViewOptions) -> YearView {
    YearView(of: 2026, showing: calendars, in: zone, today: today, options: options)
  }

  private func list(_ options: ViewOptions, by grouping: ListView.Grouping = .day) -> ListView {
    let month = today.yearMonth
    return ListView(
      of: month.firstDay...month.lastDay, showing: calendars, in: zone, by: grouping, today: today,
      options: options)
  }
}

extension Picture {
  static let tongues = ["en_GB", "en_US", "ca_ES", "ar_EG", "he_IL", "ja_JP", "de_DE", "fr_FR"].map(
    Tongue.init)

  /// The languages of a sample: all of them for one sample, otherwise one.
  private static func tongues(of sample: Sample, _ index: Int) -> [Tongue] {
    sample.name == "directions" ? tongues : [tongues[index % tongues.count]]
  }

  static var checked: [Picture] {
    Sample.all.enumerated().flatMap { index, sample in
      tongues(of: sample, index).flatMap { tongue in
        forms(of: sample).flatMap { form -> [Picture] in
          let name = "\(sample.name)-\(form)-\(tongue.name)"
          let sizes: [(Int, SVGRenderer.Theme)] =
            [(320, .light), (360, .dark), (768, .light), (1440, .dark)]
            + (form == .year ? [(280, .light), (480, .light)] : [])
          let pictures = sizes.map { width, theme in
            Picture(name: "\(name)-\(width)-\(theme).svg") {
              sample.svg(form, tongue, width: width, theme: theme)
            }
          }
          return pictures + [Picture(name: "\(name).html") { sample.html(form, tongue) }]
        }
      }
    }
  }

  /// The lanes of resources are for calendars that have some.
  private static func forms(of sample: Sample) -> [Form] {
    Form.allCases.filter { form in
      sample.name == "rooms" || sample.name.hasPrefix("random") || ![.columns, .timeline].contains(form)
    }
  }
}

// MARK: The gallery of the documentation

/// A picture of the gallery.
private struct Shown {
  let sample: Sample
  let form: Form
  var tongue = "en_GB"
  var width = 900
  var theme = SVGRenderer.Theme.light

  var name: String { "\(sample.name)-\(form)\(theme == .dark ? "-dark" : "")-\(tongue)-\(width).svg" }
}

extension Picture {
  private static let shown = [
    Shown(sample: .term, form: .month), Shown(sample: .term, form: .month, tongue: "he_IL", theme: .dark),
    Shown(sample: .term, form: .month, tongue: "ca_ES", width: 360),
    Shown(sample: .term, form: .week, tongue: "en_US"), Shown(sample: .deep, form: .week),
    Shown(sample: .busy, form: .month, tongue: "de_DE"), Shown(sample: .colours, form: .week, theme: .dark),
    Shown(sample: .quarters, form: .day, width: 500), Shown(sample: .longBars, form: .month, tongue: "ja_JP"),
    Shown(sample: .clocks, form: .week), Shown(sample: .answers, form: .week),
    Shown(sample: .directions, form: .month, tongue: "ar_EG"), Shown(sample: .rooms, form: .columns),
    Shown(sample: .rooms, form: .timeline), Shown(sample: .grounds, form: .week),
    Shown(sample: .term, form: .year, tongue: "ca_ES"),
  ]

  /// The pictures, and a page that has them with their sentences.
  static var gallery: [Picture] {
    let page = shown.map { "![\($0.sample.sentence)](\($0.name))\n\n\($0.sample.sentence)\n" }
    let pictures = shown.map { shown in
      Picture(name: shown.name) {
        shown.sample.svg(shown.form, Tongue(shown.tongue), width: shown.width, theme: shown.theme)
      }
    }
    let heading = "# Pictures\n\nMade by `.ci/pictures gallery`. Each is an SVG as the library writes it.\n\n"
    return pictures + [Picture(name: "README.md") { heading + page.joined(separator: "\n") }]
  }
}
