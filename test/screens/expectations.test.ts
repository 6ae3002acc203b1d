import { EXPECTATION_SCREENS } from './expectation-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(EXPECTATION_SCREENS)
