internal import AlmanacEvents
internal import AlmanacViews

extension TextRenderer {
  /// `[Exams ─────]`, with `‹` and `›` where it goes on beyond the row.
  func filledBar(_ segment: Segment, _ width: Int) -> StyledText {
    let item = segment.item
    let style: ANSIStyle = item.isCancelled ? .dim : .filled(item.color)
    var bar = StyledText(segment.continuesBefore ? "‹" : "[", style)
    let title = DisplayWidth.truncated(SafeText.singleLine(barTitle(item)), to: width - 2)
    bar.append(SafeText.guarded(title), style)
    let rest = width - 1 - bar.width
    if rest > 0 {
      let isLong = rest > 1 && segment.columns.count > 1
      bar.append(isLong ? " " + String(repeating: "─", count: rest - 1) : spaces(rest), style)
    }
    bar.append(segment.continuesAfter ? "›" : "]", style)
    return bar
  }

  /// The title, with a sign for what is no event that takes place.
  func barTitle(_ item: ViewItem) -> String {
    switch item.item {
    case .event where !item.isCancelled: item.item.summary
    default: Self.sign(item) + " " + item.item.summary
    }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
