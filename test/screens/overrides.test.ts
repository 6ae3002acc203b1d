import { OVERRIDE_SCREENS } from './override-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(OVERRIDE_SCREENS)
