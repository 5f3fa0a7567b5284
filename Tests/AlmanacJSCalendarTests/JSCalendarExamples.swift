import Foundation

/// The examples of RFC 8984 §6, with the members that the RFC leaves out there, and some of its sections.
enum JSCalendarExamples {
  static let all: [(section: String, text: String)] = [
    (
      "6.1",
      #"{"@type":"Event","uid":"a8df6573","updated":"2020-01-02T18:23:04Z","title":"Some event","start":"2020-01-15T13:00:00","timeZone":"America/New_York","duration":"PT1H"}"#
    ),
    (
      "6.2",
      #"{"@type":"Task","uid":"2a358cee","updated":"2020-01-09T14:32:01Z","title":"Do something"}"#
    ),
    (
      "6.3",
      #"""
      {"@type":"Group","uid":"bf0ac22b","updated":"2020-01-15T18:00:00Z","title":"A simple group","entries":[
        {"@type":"Event","uid":"a8df6573","updated":"2020-01-02T18:23:04Z","title":"Some event",
         "start":"2020-01-15T13:00:00","timeZone":"America/New_York","duration":"PT1H"},
        {"@type":"Task","uid":"2a358cee","updated":"2020-01-09T14:32:01Z","title":"Do something"}]}
      """#
    ),
    (
      "6.4",
      #"""
      {"@type":"Event","uid":"fool","updated":"2020-01-02T18:23:04Z","title":"April Fool's Day","showWithoutTime":true,
       "start":"1900-04-01T00:00:00","duration":"P1D",
       "recurrenceRules":[{"@type":"RecurrenceRule","frequency":"yearly"}]}
      """#
    ),
    (
      "6.5",
      #"""
      {"@type":"Task","uid":"groceries","updated":"2020-01-02T18:23:04Z","title":"Buy groceries",
       "due":"2020-01-19T18:00:00","timeZone":"Europe/Vienna","estimatedDuration":"PT1H"}
      """#
    ),
    (
      "6.6",
      #"""
      {"@type":"Event","uid":"flight","updated":"2020-01-02T18:23:04Z","title":"Flight XY51 to Tokyo",
       "start":"2020-04-01T09:00:00","timeZone":"Europe/Berlin","duration":"PT10H30M","locations":{
        "418d0b9b-b656-4b3c-909f-5b149ca779c9":{"@type":"Location","relativeTo":"start","name":"Frankfurt Airport (FRA)"},
        "c2c7ac67-dc13-411e-a7d4-0780fb61fb08":{"@type":"Location","relativeTo":"end",
          "name":"Narita International Airport (NRT)","timeZone":"Asia/Tokyo"}}}
      """#
    ),
    (
      "6.7",
      #"""
      {"@type":"Event","uid":"yoga","updated":"2020-01-02T18:23:04Z","title":"Yoga","start":"2020-01-01T07:00:00",
       "duration":"PT30M","recurrenceRules":[{"@type":"RecurrenceRule","frequency":"daily"}]}
      """#
    ),
    (
      "6.8",
      #"""
      {"@type":"Event","uid":"band","updated":"2020-01-02T18:23:04Z","title":"Live from Music Bowl: The Band",
       "description":"Go see the biggest music event ever!","locale":"en","start":"2020-07-04T17:00:00",
       "timeZone":"America/New_York","duration":"PT3H","locations":{
        "c0503d30-8c50-4372-87b5-7657e8e0fedd":{"@type":"Location","name":"The Music Bowl",
         "description":"Music Bowl, Central Park, New York","coordinates":"geo:40.7829,-73.9654"}},
       "virtualLocations":{"vloc1":{"@type":"VirtualLocation","name":"Free live Stream from Music Bowl",
         "uri":"https://stream.example.com/the_band_2020"}},
       "localizations":{"de":{"title":"Live von der Music Bowl: The Band!",
         "description":"Schau dir das größte Musikereignis an!",
         "virtualLocations/vloc1/name":"Gratis Live-Stream aus der Music Bowl"}}}
      """#
    ),
    (
      "6.9",
      #"""
      {"@type":"Event","uid":"calculus","updated":"2020-01-02T18:23:04Z","title":"Calculus I",
       "start":"2020-01-08T09:00:00","timeZone":"Europe/London","duration":"PT1H30M",
       "locations":{"mlab":{"@type":"Location","title":"Math lab room 1","name":"Math lab room 1",
         "description":"Math Lab I, Department of Mathematics"}},
       "recurrenceRules":[{"@type":"RecurrenceRule","frequency":"weekly","until":"2020-06-24T09:00:00"}],
       "recurrenceOverrides":{
        "2020-01-07T14:00:00":{"title":"Introduction to Calculus I (optional)"},
        "2020-04-01T09:00:00":{"excluded":true},
        "2020-06-25T09:00:00":{"title":"Calculus I Exam","start":"2020-06-25T10:00:00","duration":"PT2H",
          "locations":{"auditorium":{"@type":"Location","title":"Big Auditorium","name":"Big Auditorium",
            "description":"Big Auditorium, Other Road"}}}}}
      """#
    ),
    (
      "6.10",
      #"""
      {"@type":"Event","uid":"foobar","updated":"2020-01-02T18:23:04Z","title":"FooBar team meeting",
       "start":"2020-01-08T09:00:00","timeZone":"Africa/Johannesburg","duration":"PT1H",
       "virtualLocations":{"0":{"@type":"VirtualLocation","name":"ChatMe meeting room",
         "uri":"https://chatme.example.com?id=1234567&pw=a8a24627b63d"}},
       "recurrenceRules":[{"@type":"RecurrenceRule","frequency":"weekly"}],
       "replyTo":{"imip":"mailto:f245f875-7f63-4a5e-a2c8@schedule.example.com"},
       "participants":{
        "dG9tQGZvb2Jhci5xlLmNvbQ":{"@type":"Participant","name":"Tom Tool","email":"tom@foobar.example.com",
          "sendTo":{"imip":"mailto:tom@calendar.example.com"},"participationStatus":"accepted","roles":{"attendee":true}},
        "em9lQGZvb2GFtcGxlLmNvbQ":{"@type":"Participant","name":"Zoe Zelda","email":"zoe@foobar.example.com",
          "sendTo":{"imip":"mailto:zoe@foobar.example.com"},"participationStatus":"accepted",
          "roles":{"owner":true,"attendee":true,"chair":true}}},
       "recurrenceOverrides":{"2020-03-04T09:00:00":{
         "participants/dG9tQGZvb2Jhci5xlLmNvbQ/participationStatus":"declined"}}}
      """#
    ),
    (
      "4.7.2",
      #"""
      {"@type":"Event","uid":"custom","updated":"2020-01-02T18:23:04Z","title":"Own zone","start":"2020-07-08T09:00:00",
       "timeZone":"/Example/Customized","duration":"PT1H","timeZones":{"/Example/Customized":{"@type":"TimeZone",
        "tzId":"Example/Customized","updated":"2020-01-02T18:23:04Z","validUntil":"2030-01-01T00:00:00Z",
        "standard":[{"@type":"TimeZoneRule","start":"2007-11-04T02:00:00","offsetFrom":"-04:00","offsetTo":"-05:00",
         "names":{"XST":true},"comments":["a\n\"b\""],
         "recurrenceRules":[{"@type":"RecurrenceRule","frequency":"yearly","byMonth":["11"],
           "byDay":[{"@type":"NDay","day":"su","nthOfPeriod":1}]}]}],
        "daylight":[{"@type":"TimeZoneRule","start":"2007-03-11T02:00:00","offsetFrom":"-05:00","offsetTo":"-04:00",
         "recurrenceRules":[{"@type":"RecurrenceRule","frequency":"yearly","byMonth":["3"],
           "byDay":[{"@type":"NDay","day":"su","nthOfPeriod":2}]}]}]}}}
      """#
    ),
    (
      "4, everything else",
      #"""
      {"@type":"Event","uid":"all","prodId":"-//x//y","created":"2020-01-01T00:00:00Z","updated":"2020-01-02T18:23:04Z",
       "sequence":3,"title":"T","description":"<b>x</b>","descriptionContentType":"text/html","start":"2020-01-08T09:00:00",
       "timeZone":"Etc/UTC","duration":"P1DT2H","keywords":{"a":true,"b,c":true},"categories":{"https://x.example/c":true},
       "color":"steelblue","priority":2,"freeBusyStatus":"free","privacy":"secret","status":"tentative","locale":"de",
       "relatedTo":{"other":{"@type":"Relation","relation":{"first":true}},"third":{"@type":"Relation","relation":{}}},
       "requestStatus":"2.0;Success","useDefaultAlerts":false,"sentBy":"a@x.example",
       "excludedRecurrenceRules":[{"@type":"RecurrenceRule","frequency":"monthly","byMonthDay":[13]}],
       "recurrenceRules":[{"@type":"RecurrenceRule","frequency":"monthly","interval":2,"rscale":"hebrew","skip":"forward",
         "firstDayOfWeek":"su","byDay":[{"@type":"NDay","day":"mo","nthOfPeriod":-1}],"byMonth":["5L","6"],"count":7}],
       "links":{"a":{"@type":"Link","href":"https://x.example/1.pdf","contentType":"application/pdf","rel":"enclosure",
          "size":120,"title":"Paper"},
         "b":{"@type":"Link","href":"https://x.example/","rel":"describedby"},
         "c":{"@type":"Link","href":"https://x.example/i.png","rel":"icon","display":"badge"},
         "d":{"@type":"Link","href":"https://x.example/alt","rel":"alternate"},
         "e":{"@type":"Link","href":"data:text/plain;base64,AAEC","contentType":"text/plain","rel":"enclosure"}},
       "virtualLocations":{"v":{"@type":"VirtualLocation","uri":"tel:+123","features":{"phone":true,"audio":true}}},
       "participants":{"1":{"@type":"Participant","name":"Ana","sendTo":{"imip":"mailto:ana@x.example"},"kind":"individual",
          "roles":{"attendee":true,"optional":true},"participationStatus":"delegated","expectReply":true,
          "delegatedTo":{"2":true},"memberOf":{"3":true}},
         "2":{"@type":"Participant","sendTo":{"imip":"mailto:ben@x.example"},"roles":{"attendee":true},
          "delegatedFrom":{"1":true},"invitedBy":"1","scheduleAgent":"client"},
         "3":{"@type":"Participant","sendTo":{"other":"urn:x:group"},"kind":"group","roles":{"attendee":true}},
         "4":{"@type":"Participant","name":"no address","roles":{"informational":true}}},
       "alerts":{"1":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT15M"},
          "acknowledged":"2020-01-01T00:00:00Z"},
         "s":{"@type":"Alert","trigger":{"@type":"AbsoluteTrigger","when":"2020-01-07T09:00:00Z"},
          "relatedTo":{"1":{"@type":"Relation","relation":{"parent":true}}}},
         "e":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"PT0S","relativeTo":"end"},"action":"email"},
         "u":{"@type":"Alert","trigger":{"@type":"example.com:Moon","phase":1}}},
       "example.com:own":{"deep":[1,2.5,null,{"x":"y/z~\u00e9"}]},"a/b~c":1e3}
      """#
    ),
    (
      "5.2",
      #"""
      {"@type":"Task","uid":"task","updated":"2020-01-02T18:23:04Z","start":"2020-01-08T09:00:00","timeZone":"Europe/Paris",
       "due":"2020-01-09T09:00:00","estimatedDuration":"PT3H","percentComplete":100,"progress":"completed",
       "progressUpdated":"2020-01-08T10:00:00Z","recurrenceRules":[{"@type":"RecurrenceRule","frequency":"daily","count":5}],
       "participants":{"1":{"@type":"Participant","sendTo":{"imip":"mailto:a@x.example"},"roles":{"attendee":true},
         "participationStatus":"accepted","progress":"in-process","percentComplete":30}},
       "recurrenceOverrides":{"2020-01-10T09:00:00":{"progress":"failed","due":"2020-01-12T09:00:00"}}}
      """#
    ),
  ]
}

/// A value of JSON as Foundation reads it, without what a writer may add: types of inner objects.
func plainJSON(_ text: String) throws -> NSObject {
  func plain(_ value: Any) -> Any {
    if let object = value as? [String: Any] {
      return object.filter { $0.key != "@type" }.mapValues(plain) as NSDictionary
    }
    if let array = value as? [Any] { return array.map(plain) as NSArray }
    return value
  }
  let value = plain(try JSONSerialization.jsonObject(with: Data(text.utf8)))
  return value as? NSObject ?? NSNull()
}
