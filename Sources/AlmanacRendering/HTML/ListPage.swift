internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// A list with a heading for each section and its items below.
struct ListPage {
  let view: ListView
  let frame: PageFrame

  func write(on writer: inout MarkupWriter) {
    guard !view.isEmpty else {
      writer.element("p", ["class": "faint"], frame.phrases.nothing)
      return
    }
    for section in view.sections {
      writer.element("section") { writer in
        writer.element("h2", frame.text.heading(section.key))
        writer.element("ul", ["class": "list"]) { writer in
          for entry in section.entries { self.entry(entry, in: section.key, on: &writer) }
        }
      }
      writer.line()
    }
    guard !view.undated.isEmpty else { return }
    writer.element("section") { writer in
      writer.element("h2", frame.phrases.undated)
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
        frame.line(entry.item, on: entry.day, on: &writer)
      } else {
        if !entry.item.isMultiDay {
          writer.element(
            "time", ["datetime": entry.day.description], frame.localization.date(entry.day, .weekdayAndDay)
          )
          writer.text(" ")
        }
        frame.line(entry.item, on: nil, on: &writer)
      }
    }
  }
}
