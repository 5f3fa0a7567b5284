internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A list: a heading a section, its items below it.
struct ListPage {
  let view: ListView
  let renderer: HTMLRenderer

  func write(on writer: inout MarkupWriter) {
    guard !view.isEmpty else {
      writer.element("p", ["class": "faint"], renderer.phrases.nothing)
      return
    }
    for section in view.sections {
      writer.element("section") { writer in
        writer.element("h2", renderer.text.heading(section.key))
        writer.element("ul", ["class": "list"]) { writer in
          for entry in section.entries { self.entry(entry, in: section.key, on: &writer) }
        }
      }
      writer.line()
    }
    guard !view.undated.isEmpty else { return }
    writer.element("section") { writer in
      writer.element("h2", renderer.phrases.undated)
      writer.element("ul", ["class": "list"]) { writer in
        for entry in view.undated {
          writer.element("li") { writer in
            writer.element("span", ["class": "dot", "style": "background:\(entry.color.hex)"]) { _ in }
            writer.text(entry.item.summary)
          }
        }
      }
    }
  }

  private func entry(_ entry: ListView.Entry, in key: ListView.Key, on writer: inout MarkupWriter) {
    writer.element("li") { writer in
      if case .day = key {
        renderer.line(entry.item, on: entry.day, on: &writer)
      } else {
        if !entry.item.isMultiDay {
          writer.element(
            "time", ["datetime": entry.day.description], renderer.localization.date(entry.day, .weekdayAndDay)
          )
          writer.text(" ")
        }
        renderer.line(entry.item, on: nil, on: &writer)
      }
    }
  }
}
