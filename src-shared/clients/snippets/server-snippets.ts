import type { SdkSnippet } from './sdk-snippet.ts'

/** SDKs of servers, which evaluate flags themselves. */
export const SERVER_SNIPPETS: readonly SdkSnippet[] = [
  {
    id: 'node',
    label: 'Node.js',
    token: 'backend',
    install: 'npm install unleash-client',
    code: ({ url, secret, flag }) => `import { startUnleash } from 'unleash-client'

const unleash = await startUnleash({
  url: '${url}/api',
  appName: 'my-app',
  customHeaders: { Authorization: '${secret}' },
})
console.log(unleash.isEnabled('${flag}', { userId: '7' }))`,
  },
  {
    id: 'python',
    label: 'Python',
    token: 'backend',
    install: 'pip install UnleashClient',
    code: ({ url, secret, flag }) => `from UnleashClient import UnleashClient

client = UnleashClient(
    url="${url}/api",
    app_name="my-app",
    custom_headers={"Authorization": "${secret}"},
)
client.initialize_client()
print(client.is_enabled("${flag}", {"userId": "7"}))`,
  },
  {
    id: 'java',
    label: 'Java',
    token: 'backend',
    install: 'implementation("io.getunleash:unleash-client-java:+")',
    code: ({ url, secret, flag }) => `import io.getunleash.DefaultUnleash;
import io.getunleash.Unleash;
import io.getunleash.util.UnleashConfig;

public class MyApp {
    public static void main(String[] args) {
        UnleashConfig config = UnleashConfig.builder()
            .appName("my-app")
            .instanceId("1")
            .unleashAPI("${url}/api/")
            .apiKey("${secret}")
            .synchronousFetchOnInitialisation(true)
            .build();
        Unleash unleash = new DefaultUnleash(config);
        System.out.println(unleash.isEnabled("${flag}"));
    }
}`,
  },
  {
    id: 'go',
    label: 'Go',
    token: 'backend',
    install: 'go get github.com/Unleash/unleash-go-sdk/v6',
    code: ({ url, secret, flag }) => `package main

import (
	"fmt"
	"net/http"

	unleash "github.com/Unleash/unleash-go-sdk/v6"
)

func main() {
	err := unleash.Initialize(
		unleash.WithUrl("${url}/api/"),
		unleash.WithAppName("my-app"),
		unleash.WithCustomHeaders(http.Header{"Authorization": {"${secret}"}}),
	)
	if err != nil {
		panic(err)
	}
	defer unleash.Close()
	unleash.WaitForReady()
	fmt.Println(unleash.IsEnabled("${flag}", unleash.FeatureOptions{}))
}`,
  },
  {
    id: 'dotnet',
    label: '.NET',
    token: 'backend',
    install: 'dotnet add package Unleash.Client',
    code: ({ url, secret, flag }) => `using Unleash;
using Unleash.ClientFactory;

var settings = new UnleashSettings()
{
    AppName = "my-app",
    UnleashApi = new Uri("${url}/api/"),
    CustomHttpHeaders = new Dictionary<string, string>() { { "Authorization", "${secret}" } },
};
var unleash = await new UnleashClientFactory().CreateClientAsync(settings, synchronousInitialization: true);
Console.WriteLine(unleash.IsEnabled("${flag}"));`,
  },
  {
    id: 'ruby',
    label: 'Ruby',
    token: 'backend',
    install: 'gem install unleash',
    code: ({ url, secret, flag }) => `require 'unleash'

unleash = Unleash::Client.new(
  url: '${url}/api',
  app_name: 'my-app',
  custom_http_headers: { 'Authorization' => '${secret}' }
)
puts unleash.is_enabled?('${flag}')`,
  },
  {
    id: 'php',
    label: 'PHP',
    token: 'backend',
    install: 'composer require unleash/client symfony/http-client nyholm/psr7 symfony/cache',
    code: ({ url, secret, flag }) => `<?php

require 'vendor/autoload.php';

$unleash = Unleash\\Client\\UnleashBuilder::create()
    ->withAppName('my-app')
    ->withAppUrl('${url}/api')
    ->withInstanceId('1')
    ->withHeader('Authorization', '${secret}')
    ->build();
var_dump($unleash->isEnabled('${flag}'));`,
  },
  {
    id: 'rust',
    label: 'Rust',
    token: 'backend',
    // the client takes its own version of reqwest only, and its interface changed after 0.15
    install: `cargo add unleash-api-client@0.15 --features reqwest-client
cargo add reqwest@0.12 enum-map@2
cargo add serde --features derive
cargo add tokio --features full`,
    code: ({ url, secret, flag }) => `use enum_map::Enum;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use unleash_api_client::client::ClientBuilder;

#[derive(Debug, Clone, Deserialize, Serialize, Enum)]
enum Flags {
    #[serde(rename = "${flag}")]
    MyFlag,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let client = ClientBuilder::default()
        .into_client::<Flags, reqwest::Client>("${url}/api", "my-app", "1", Some("${secret}".into()))?;
    client.register().await?;
    tokio::join!(client.poll_for_updates(), async {
        // until the first poll has its answer
        tokio::time::sleep(Duration::from_secs(1)).await;
        println!("{}", client.is_enabled(Flags::MyFlag, None, false));
        client.stop_poll().await;
    });
    Ok(())
}`,
  },
]
