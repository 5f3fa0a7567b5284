import Almanac
import Observation

/// U1 to U6, U8: the tasks of a student by month, day and list, each view where it was left.
@MainActor @Observable
final class TasksModel {
  private(set) var calendar: EventCalendar
  var navigator: CalendarNavigator
  let today: CivilDate
  let zone: Zone
  let language = Localization.catalan

  init(_ calendar: EventCalendar, today: CivilDate, zone: Zone) {
    (self.calendar, self.today, self.zone) = (calendar, today, zone)
    navigator = CalendarNavigator(at: today)
  }

  var month: MonthView {
    MonthView(
      of: navigator.month, showing: [calendar], in: zone, firstWeekday: .monday, today: today,
      selected: navigator.selected)
  }

  var week: WeekView {
    WeekView(of: navigator[.week], showing: [calendar], in: zone, firstWeekday: .monday, today: today)
  }

  var day: DayView { DayView(of: navigator[.day], showing: [calendar], in: zone, today: today) }
  var list: ListView { ListView(from: today, showing: [calendar], in: zone, today: today) }
  var title: String { language.date(navigator.month) }

  /// The row of a day in the week: its one task, or that there are several.
  func row(_ day: DayCell) -> String {
    switch day.summary {
    case .nothing: ViewPhrases(language).nothing
    case .single(let item): item.item.summary
    case .several: ViewPhrases(language).several
    }
  }

  func save(_ form: TaskFormModel, at now: Instant) -> Bool {
    guard let event = form.event else { return false }
    let isNew = calendar.item(event.item.id) == nil
    return (try? isNew ? calendar.add(event, at: now) : calendar.update(event, at: now)) != nil
  }

  /// The tasks that the deletion of a subject would remove.
  func tasks(of subject: String) -> [Item] { calendar.items(category: subject) }

  func delete(subject: String) { calendar.remove(category: subject) }
}

/// U7: the form of a task, new or changed, with each fault beside its field.
@MainActor @Observable
final class TaskFormModel {
  var draft: TaskDraft
  let zone: Zone

  init(_ task: Event? = nil, on date: CivilDate? = nil, in zone: Zone) {
    self.zone = zone
    draft = task.map { TaskDraft($0, in: zone) } ?? TaskDraft(date: date)
  }

  var isComplete: Bool { draft.violations().isEmpty }

  func alert(_ field: TaskDraft.Field) -> String {
    draft.violations(of: field).map { $0.description(in: .catalan) }.joined(separator: ", ")
  }

  var event: Event? { try? draft.event(in: zone) }
}
