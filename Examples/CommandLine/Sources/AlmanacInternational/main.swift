import AlmanacFoundation
import AlmanacTime
import AlmanacViews
import CommandLineKit
import Foundation
import TOMLReading

CommandLineProgram.main(
  international: .here(.foundation) { identifier in
    let locale = Locale(identifier: identifier)
    let phrases = ViewPhrases(locale)
    var localization = Localization(locale)
    // Names and digits of a language without phrases would be beside English words.
    if phrases == .english {
      let firstWeekday = localization.firstWeekday
      localization = .english
      localization.firstWeekday = firstWeekday
    }
    return (localization, phrases)
  }, readTOML: ConfigurationValue.parsing(toml:))
