import { FLAG_SCREENS } from './flag-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(FLAG_SCREENS)
