import type { SdkSnippet } from './sdk-snippet.ts'

/** Phones and emulators are machines of their own. */
const NOTE =
  'A phone does not reach localhost. Let Halyard listen on an address of your network, and use that address here.'

/** SDKs of apps on phones. */
export const PHONE_SNIPPETS: readonly SdkSnippet[] = [
  {
    id: 'ios',
    label: 'iOS, Swift',
    token: 'frontend',
    install: '.package(url: "https://github.com/Unleash/unleash-ios-sdk", from: "2.0.0")',
    note: NOTE,
    code: ({ url, secret, flag }) => `import UnleashProxyClientSwift

let unleash = UnleashProxyClientSwift.UnleashClient(
    unleashUrl: "${url}/api/frontend",
    clientKey: "${secret}",
    refreshInterval: 15,
    appName: "my-app",
    context: ["userId": "7"]
)
func show() {
    print(unleash.isEnabled(name: "${flag}"))
}
unleash.subscribe(name: "ready", callback: show)
unleash.subscribe(name: "update", callback: show)
unleash.start()`,
  },
  {
    id: 'android',
    label: 'Android, Kotlin',
    token: 'frontend',
    install: 'implementation("io.getunleash:unleash-android:+")',
    note: `${NOTE} An emulator reaches this machine at 10.0.2.2.`,
    code: ({ url, secret, flag }) => `import io.getunleash.android.DefaultUnleash
import io.getunleash.android.UnleashConfig
import io.getunleash.android.data.UnleashContext
import io.getunleash.android.events.UnleashReadyListener
import io.getunleash.android.events.UnleashStateListener

val unleash = DefaultUnleash(
    androidContext = applicationContext,
    unleashConfig = UnleashConfig.newBuilder(appName = "my-app")
        .proxyUrl("${url}/api/frontend")
        .clientKey("${secret}")
        .build()
)
unleash.setContext(UnleashContext.newBuilder().userId("7").build())
unleash.start(
    eventListeners = listOf(object : UnleashReadyListener, UnleashStateListener {
        override fun onReady() = show()
        override fun onStateChanged() = show()
        fun show() = println(unleash.isEnabled("${flag}"))
    })
)`,
  },
  {
    id: 'flutter',
    label: 'Flutter',
    token: 'frontend',
    install: 'flutter pub add unleash_proxy_client_flutter',
    note: NOTE,
    code: ({
      url,
      secret,
      flag,
    }) => `import 'package:flutter/widgets.dart';\nimport 'package:unleash_proxy_client_flutter/unleash_proxy_client_flutter.dart';

void main() {
  WidgetsFlutterBinding.ensureInitialized();
  final unleash = UnleashClient(
    url: Uri.parse('${url}/api/frontend'),
    clientKey: '${secret}',
    appName: 'my-app',
  );
  void show(_) => print(unleash.isEnabled('${flag}'));
  unleash.on('ready', show);
  unleash.on('update', show);
  unleash.start();
}`,
  },
  {
    id: 'react-native',
    label: 'React Native',
    token: 'frontend',
    install: 'npm install @unleash/proxy-client-react unleash-proxy-client',
    note: NOTE,
    code: ({
      url,
      secret,
      flag,
    }) => `import { FlagProvider, useFlag, useFlagsStatus } from '@unleash/proxy-client-react'\nimport { Text } from 'react-native'

const config = {
  url: '${url}/api/frontend',
  clientKey: '${secret}',
  appName: 'my-app',
  context: { userId: '7' },
}

function MyFlag() {
  const { flagsReady } = useFlagsStatus()
  const isOn = useFlag('${flag}')
  return flagsReady && <Text>{String(isOn)}</Text>
}

export default function App() {
  return (
    <FlagProvider config={config}>
      <MyFlag />
    </FlagProvider>
  )
}`,
  },
]
