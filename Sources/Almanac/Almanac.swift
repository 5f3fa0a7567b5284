@_exported public import AlmanacEvents
@_exported public import AlmanacRecurrence
@_exported public import AlmanacScheduling
@_exported public import AlmanacTime
@_exported public import AlmanacViews
