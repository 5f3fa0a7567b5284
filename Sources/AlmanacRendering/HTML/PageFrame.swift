internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// What pages have in common: the words, the document around them, and how days and items are written.
///
/// One reference that every part of a page shares: a copy of the renderer for each would cost more than the page.
final class PageFrame: Sendable {
  let localization: Localization
  let phrases: ViewPhrases
  let text: ItemText
  /// What stands below the title: that the view is incomplete.
  private let notice: String?

  init(_ renderer: HTMLRenderer, _ unexpanded: [UnexpandedSeries], in zone: Zone) {
    localization = renderer.localization
    phrases = renderer.phrases
    text = ItemText(localization: localization, phrases: phrases)
    notice = text.notice(unexpanded, in: zone)
  }

  func page(title: String, body: (inout MarkupWriter) -> Void) -> String {
    var writer = MarkupWriter(prologue: "<!DOCTYPE html>\n")
    writer.element(
      "html",
      [
        "lang": localization.language.rawValue, "dir": localization.direction == .rightToLeft ? "rtl" : "ltr",
      ]
    ) { writer in
      writer.element("head") { writer in
        writer.element("meta", ["charset": "utf-8"])
        writer.element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        writer.element("title", title)
        writer.style(StyleSheet.rules)
      }
      writer.line()
      writer.element("body") { writer in
        writer.element("main") { writer in
          writer.element("h1", title)
          if let notice { writer.element("p", ["role": "alert"]) { $0.element("strong", notice) } }
          body(&writer)
        }
      }
    }
    writer.line()
    return writer.output
  }
}

extension PageFrame {
  /// The colours of an item, as a style attribute.
  func fill(_ color: CalendarColor) -> String {
    "background:\(color.hex);color:\(color.contrastingText.hex)"
  }

  /// What a table is, for those who go from table to table.
  func caption(_ title: String, on writer: inout MarkupWriter) {
    writer.element("caption") { $0.element("span", ["class": "hidden"], title) }
  }

  /// What the marks of days mean.
  func legend(on writer: inout MarkupWriter) {
    writer.element("p", ["class": "legend faint"], text.legend)
  }

  /// The number of a day on its colour, with its mark and what that means.
  func dayNumber(_ date: CivilDate, color: CalendarColor?, mark: DayMark, on writer: inout MarkupWriter) {
    writer.element(
      "time", ["datetime": date.description, "class": "number", "style": color.map(fill) ?? ""],
      "\(date.dayOfMonth)")
    guard mark != .none else { return }
    writer.element("span", ["class": "mark", "aria-hidden": "true"], Mark.sign(mark))
    writer.element("span", ["class": "hidden"], " \(text.meaning(mark))")
  }

  /// An item as a line of a list.
  func line(_ item: ViewItem, on day: CivilDate?, on writer: inout MarkupWriter) {
    writer.element("span", ["class": "dot", "style": "background:\(item.color.hex)"]) { _ in }
    writer.element("span", ["class": "time"], text.time(item, on: day) + " ")
    title(item, on: &writer)
    let rest = [item.item.location] + text.notes(item, on: day)
    for part in rest where !part.isEmpty {
      writer.element("span", ["class": "faint"]) { writer in
        writer.text(" · ")
        writer.element("bdi", part)
      }
    }
  }

  /// An item's title, whose own direction of writing does not turn what stands around it.
  ///
  /// - Parameter isHidden: Whether it is read out only.
  func title(_ item: ViewItem, isHidden: Bool = false, on writer: inout MarkupWriter) {
    let look = isHidden ? "hidden" : item.isCancelled ? "title cancelled" : "title"
    writer.element("bdi", ["class": look], text.title(item))
  }
}
