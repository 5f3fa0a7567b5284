#if canImport(SwiftUI)
  import Almanac
  public import SwiftUI

  /// The month in SwiftUI: a grid of days on their colours, and the lines of the selected day.
  public struct MonthScreen: View {
    let model: MonthModel

    public init(_ model: MonthModel) {
      self.model = model
    }

    public var body: some View {
      VStack(alignment: .leading) {
        HStack {
          Button("‹") { model.step(by: -1) }
          Text(model.title).font(.headline)
          Button("›") { model.step(by: 1) }
        }
        Grid(horizontalSpacing: 2, verticalSpacing: 2) {
          GridRow { ForEach(model.weekdays, id: \.self) { Text($0).font(.caption) } }
          ForEach(model.weeks) { week in
            GridRow { ForEach(week.days) { cell($0) } }
          }
        }
        ForEach(model.selectedLines, id: \.self) { Text($0) }
      }
    }

    private func cell(_ day: DayCell) -> some View {
      Button {
        model.select(day.date)
      } label: {
        Text(day.exists ? "\(day.date.dayOfMonth)" : "")
          .frame(maxWidth: .infinity, minHeight: 32)
          .foregroundStyle(day.color.map { Color($0.contrastingText) } ?? .primary)
          .background(day.color.map { Color($0) } ?? .clear, in: .rect(cornerRadius: 6))
          .opacity(day.isInMonth ? 1 : 0.6)
          .overlay { if day.isToday { RoundedRectangle(cornerRadius: 6).stroke(.primary, lineWidth: 2) } }
      }
      .buttonStyle(.plain)
      .disabled(!day.exists || !day.isValid)
    }
  }

  extension Color {
    init(_ color: CalendarColor) {
      self.init(
        red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255)
    }
  }
#endif
