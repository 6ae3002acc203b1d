import { HOME_SCREENS } from './home-screens.ts'
import { INSTANCE_SCREENS } from './instance-screens.ts'
import { REMOTE_SCREENS } from './remote-screens.ts'
import { shootScreens } from './shoot-screens.ts'
import { VERSION_SCREENS } from './version-screens.ts'

shootScreens({ ...INSTANCE_SCREENS, ...VERSION_SCREENS, ...REMOTE_SCREENS, ...HOME_SCREENS })
