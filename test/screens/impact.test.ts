import { IMPACT_SCREENS } from './impact-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(IMPACT_SCREENS)
