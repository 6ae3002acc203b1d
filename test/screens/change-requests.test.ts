import { CHANGE_REQUEST_SCREENS } from './change-request-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(CHANGE_REQUEST_SCREENS)
