import { ACTION_SCREENS } from './action-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(ACTION_SCREENS)
