internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// What a page and a drawing of hours show alike: one day, or several of them side by side.
struct SideBySide {
  let title: String
  let days: [DayCell]
  let columns: [DayColumn]
  /// The bars above the hours.
  let segments: [Segment]
  /// The longest day: its clock stands along all of them.
  let axis: DayColumn?
  /// The zones whose clocks are shown, that of the view first.
  let zones: [Zone]

  init(_ view: WeekView, text: ItemText) {
    title = text.title(view)
    days = view.days
    columns = view.columns
    segments = view.segments
    axis = view.axis
    zones = [view.zone] + view.options.hours.zones
  }

  init(_ view: DayView, text: ItemText) {
    title = text.title(view)
    days = [view.cell]
    columns = [view.column]
    segments = view.segments
    axis = view.column
    zones = [view.zone] + view.options.hours.zones
  }

  /// A single day with nothing on says so; of several, those that are empty are seen beside the others.
  var isEmptyDay: Bool { days.count == 1 && days.allSatisfy { $0.items.isEmpty && !$0.isIncomplete } }

  /// Above the clocks of several zones what they are, as their people abbreviate it.
  var clocks: [(name: String, abbreviation: String)] {
    guard zones.count > 1, let axis else { return [] }
    return zones.map { ($0.name, $0.phase(at: axis.start).abbreviation) }
  }

  /// Whether some day has working hours: then what lies outside them is told apart.
  var hasBusinessHours: Bool { columns.contains { !$0.business.isEmpty } }
}
