import { PAST_SCREENS } from './past-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(PAST_SCREENS)
