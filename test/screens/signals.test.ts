import { shootScreens } from './shoot-screens.ts'
import { SIGNAL_SCREENS } from './signal-screens.ts'

shootScreens(SIGNAL_SCREENS)
