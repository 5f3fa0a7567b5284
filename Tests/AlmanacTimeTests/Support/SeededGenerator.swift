import AlmanacTime
import TestSupport

extension SeededGenerator {
  mutating func date() -> CivilDate {
    CivilDate(daysSinceEpoch: int(CivilDate.min.daysSinceEpoch...CivilDate.max.daysSinceEpoch))
  }

  mutating func dateTime() -> CivilDateTime {
    date().at(CivilTime(uncheckedSecondOfDay: int(0...86_399)))
  }
}
