import { DUE_SOON_SCREENS } from './due-soon-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(DUE_SOON_SCREENS)
