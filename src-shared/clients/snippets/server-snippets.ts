import type { SdkSnippet } from './sdk-snippet.ts'

/** SDKs of servers, which evaluate flags themselves. */
export const SERVER_SNIPPETS: readonly SdkSnippet[] = [
  {
    id: 'node',
    label: 'Node.js',
    token: 'backend',
    install: 'npm install unleash-client',
    run: { file: 'hello.mjs', command: 'node hello.mjs' },
    code: ({ url, secret, flag }) => `import { startUnleash } from 'unleash-client'

const unleash = await startUnleash({
  url: '${url}/api',
  appName: 'my-app',
  customHeaders: { Authorization: '${secret}' },
})
// the SDK alone does not keep a program running
setInterval(() => console.log(unleash.isEnabled('${flag}', { userId: '7' })), 1000)`,
  },
  {
    id: 'python',
    label: 'Python',
    token: 'backend',
    install: 'pip install UnleashClient',
    run: { file: 'hello.py', command: 'python hello.py' },
    code: ({ url, secret, flag }) => `import time

from UnleashClient import UnleashClient

client = UnleashClient(
    url="${url}/api",
    app_name="my-app",
    custom_headers={"Authorization": "${secret}"},
)
client.initialize_client()
while True:
    print(client.is_enabled("${flag}", {"userId": "7"}))
    time.sleep(1)`,
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
    public static void main(String[] args) throws InterruptedException {
        UnleashConfig config = UnleashConfig.builder()
            .appName("my-app")
            .instanceId("1")
            .unleashAPI("${url}/api/")
            .apiKey("${secret}")
            .synchronousFetchOnInitialisation(true)
            .build();
        Unleash unleash = new DefaultUnleash(config);
        while (true) {
            System.out.println(unleash.isEnabled("${flag}"));
            Thread.sleep(1000);
        }
    }
}`,
  },
  {
    id: 'go',
    label: 'Go',
    token: 'backend',
    install: 'go get github.com/Unleash/unleash-go-sdk/v6',
    run: { file: 'main.go', command: 'go run .' },
    code: ({ url, secret, flag }) => `package main

import (
	"fmt"
	"net/http"
	"time"

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
	unleash.WaitForReady()
	for range time.Tick(time.Second) {
		fmt.Println(unleash.IsEnabled("${flag}", unleash.FeatureOptions{}))
	}
}`,
  },
  {
    id: 'dotnet',
    label: '.NET',
    token: 'backend',
    install: 'dotnet add package Unleash.Client',
    run: { file: 'Program.cs', command: 'dotnet run' },
    code: ({ url, secret, flag }) => `using Unleash;
using Unleash.ClientFactory;

var settings = new UnleashSettings()
{
    AppName = "my-app",
    UnleashApi = new Uri("${url}/api/"),
    CustomHttpHeaders = new Dictionary<string, string>() { { "Authorization", "${secret}" } },
};
var unleash = await new UnleashClientFactory().CreateClientAsync(settings, synchronousInitialization: true);
while (true)
{
    Console.WriteLine(unleash.IsEnabled("${flag}"));
    await Task.Delay(1000);
}`,
  },
  {
    id: 'ruby',
    label: 'Ruby',
    token: 'backend',
    install: 'gem install unleash',
    run: { file: 'hello.rb', command: 'ruby hello.rb' },
    code: ({ url, secret, flag }) => `require 'unleash'

unleash = Unleash::Client.new(
  url: '${url}/api',
  app_name: 'my-app',
  custom_http_headers: { 'Authorization' => '${secret}' }
)
loop do
  puts unleash.is_enabled?('${flag}')
  sleep 1
end`,
  },
  {
    id: 'php',
    label: 'PHP',
    token: 'backend',
    install: 'composer require unleash/client symfony/http-client nyholm/psr7 symfony/cache',
    run: { file: 'hello.php', command: 'php hello.php' },
    code: ({ url, secret, flag }) => `<?php

require 'vendor/autoload.php';

$unleash = Unleash\\Client\\UnleashBuilder::create()
    ->withAppName('my-app')
    ->withAppUrl('${url}/api')
    ->withInstanceId('1')
    ->withHeader('Authorization', '${secret}')
    ->build();
while (true) {
    var_dump($unleash->isEnabled('${flag}'));
    sleep(1);
}`,
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
    run: { file: 'src/main.rs', command: 'cargo run' },
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
        loop {
            // the first poll has its answer by then
            tokio::time::sleep(Duration::from_secs(1)).await;
            println!("{}", client.is_enabled(Flags::MyFlag, None, false));
        }
    });
    Ok(())
}`,
  },
]
