/** Each command of the pages is run as a reader runs it, or there is a reason why it is not: what to expect of each. */

/** Expectation of a block of commands. */
type Plan =
  | {
      statuses: readonly number[]
      /** A reader's Halyard runs on the port that the page means; here it has another. */
      at?: 'instance'
      says?: RegExp
      /** Folder of the reader, beside the usual one. */
      folder?: string
      /** State that the flag of the alert is in soon. */
      soon?: 'on' | 'off'
    }
  | { serves: RegExp }
  | { elsewhere: string }

/** Plans by the first command of their block, or what it begins with; pages in the order in which they are run. */
export const PLANS: Readonly<Record<string, Readonly<Record<string, Plan>>>> = {
  // first: it counts the flags
  'docs/http-api.md': {
    'curl -sS http://127.0.0.1:4242/api/admin/projects/default/features -H "Authorization: $TOKEN" -H \'Content-Type: application/json\' -d \'{ "name": "new-search", "type": "release" }\'':
      { statuses: [0] },
    'curl -sS http://127.0.0.1:4242/api/admin/projects/default/features -H "Authorization: $TOKEN" -H \'Content-Type: application/json\' -d \'{ "name": "new search" }\'':
      { statuses: [0] },
    'curl -sS \'http://127.0.0.1:4242/api/admin/search/features?limit=1&offset=0&sortBy=name\' -H "Authorization: $TOKEN"':
      { statuses: [0] },
    'etag=$(curl': { statuses: [0, 0] },
  },
  'README.md': {
    'npm ci && npm start': {
      elsewhere: 'npm ci made this checkout; npm-start.electron.test.ts runs npm start',
    },
    'npm link': { statuses: [0, 0], says: /^ {2}serve /m },
    "HALYARD_UPSTREAM_TOKENS='*:development.…' halyard serve --upstream https://unleash.example.com --data-dir mirror":
      { serves: /^Halyard serves /m },
  },
  'docs/tour.md': {
    "INIT_ADMIN_API_TOKENS='*:*.tour' npm start": { elsewhere: 'tour.electron.test.ts' },
    'API=http://127.0.0.1:4242/api/admin': { elsewhere: 'tour.electron.test.ts' },
    'curl -sS --fail-with-body "$API/explain?flag=new-checkout&environment=development&userId=2&country=no" -H \'Authorization: *:*.tour\'; echo':
      { elsewhere: 'tour.electron.test.ts' },
    'post api-tokens \'{ "tokenName": "checkout", "type": "backend", "environment": "development", "projects": ["default"] }\' > backend-token.json':
      { elsewhere: 'tour.electron.test.ts' },
    'npm install unleash-client unleash-proxy-client': { elsewhere: 'tour.electron.test.ts' },
    'npm install @openfeature/server-sdk @openfeature/ofrep-provider @openfeature/ofrep-core': {
      elsewhere: 'tour.electron.test.ts',
    },
  },
  'docs/take-over.md': {
    'HALYARD_TOKEN=$TOKEN halyard copy --from https://flags.example.com --data-dir our-unleash': {
      statuses: [0],
      says: /answers are equal/,
    },
    'halyard serve --data-dir our-unleash': { serves: /^Halyard serves /m },
  },
  // copies before there are overrides, which a copy does not have
  'docs/desktop.md': {
    'sudo apt-get install --no-install-recommends libgtk-3-0 libnss3 libasound2 libgbm1': {
      elsewhere: 'npm run test:deps installs them',
    },
    'HALYARD_TOKEN=$TOKEN halyard copy --from https://flags.example.com --data-dir our-flags': {
      statuses: [0],
      says: /answers are equal/,
    },
  },
  'docs/operate.md': {
    'mkdir -p backup keys': { statuses: [0, 0, 0] },
    'mkdir -p -m 700 restored && cp keys/sealing.key restored/': { statuses: [0] },
    'halyard serve --data-dir restored --restore "$(ls -t backup/*.db | head -1)"': {
      serves: /^Halyard serves /m,
    },
  },
  'docs/beside-your-code.md': {
    "HALYARD_UPSTREAM_TOKENS='*:development.…' halyard serve --upstream https://unleash.example.com --data-dir mirror":
      { serves: /^Halyard serves /m },
    'halyard override new-checkout on --for user:7 --until 1h': {
      statuses: [0],
      at: 'instance',
    },
  },
  'docs/from-edge.md': {
    "HALYARD_UPSTREAM_TOKENS='*:development.secret' halyard serve --offline features.json --data-dir offline":
      {
        serves: /^Halyard serves /m,
      },
  },
  'docs/overrides.md': {
    'halyard override new-checkout on --for user:7 --until 1h': {
      statuses: [0, 0, 0, 0, 0, 0, 0],
      at: 'instance',
      says: /variant blue for application web[^]*on by a strategy for overlay ada/,
    },
  },
  'docs/scenario.md': {
    // a plan with changes ends with 2
    'halyard apply --plan flags.yaml': {
      statuses: [2, 0, 0],
      at: 'instance',
      says: /only-for-tests|checkout/,
    },
    'halyard serve --scenario flags.yaml --watch': { serves: /^Halyard serves /m },
  },
  'docs/git.md': {
    // the file has been applied by then, as on the pages before
    'halyard plan flags.yaml --markdown': {
      statuses: [0, 0, 0],
      at: 'instance',
      says: /^\*\*Nothing to do[^]*There are no expectations[^]*Nothing to do/,
    },
    'halyard export --scenario --into flags.yaml --git-branch halyard/changes': {
      statuses: [0, 0],
      at: 'instance',
      says: /Nothing to commit/,
    },
  },
  'docs/expectations.md': {
    // test-command.contract.test.ts checks the file of the page
    'halyard test flags.yaml': { statuses: [0, 0], says: /There are no expectations[^]*<testsuites / },
  },
  'docs/flags-in-code.md': {
    'HALYARD_TOKEN=… halyard types --output src/flags.ts': { statuses: [0, 0], at: 'instance' },
    'HALYARD_TOKEN=… halyard code-refs src': {
      statuses: [0, 0, 0],
      at: 'instance',
      says: /0 missing, 0 stale/,
    },
  },
  'docs/snapshots.md': {
    'halyard snapshot before-demo': { statuses: [0, 0, 0, 0], at: 'instance', says: /before-demo/ },
  },
  'docs/signals.md': {
    'curl -sS -X POST http://127.0.0.1:4242/api/signal-endpoint/monitoring -H "Authorization: $SIGNAL_TOKEN" -H \'Content-Type: application/json\' -d \'{ "service": "checkout", "errorRate": 0.2 }\'':
      { statuses: [0], says: /^(?!.*Error)/s },
    'HALYARD_TOKEN=$SIGNAL_TOKEN halyard signal monitoring --json \'{ "service": "checkout", "errorRate": 0.2 }\' --id build-17':
      { statuses: [0], at: 'instance', says: /^Stored as signal \d/ },
    'HALYARD_TOKEN=$SIGNAL_TOKEN halyard signal monitoring --watch outbox': {
      elsewhere: 'signal-folder.test.ts: it does not end by itself',
    },
    'curl -sS -X PUT http://127.0.0.1:4242/api/admin/signal-endpoints/1/tokens/1/sender-secret -H "Authorization: $ADMIN_TOKEN" -H \'Content-Type: application/json\' -d \'{ "secret": "the client secret of Sentry or PagerDuty" }\'':
      { statuses: [0], says: /^(?!.*Error)/s },
    'secret=$(openssl rand -base64 24)': {
      statuses: [0, 0, 0, 0, 0, 0, 0, 0],
      says: /"scheme":"webhook"[^]*"signals":\[/,
    },
    'curl -sS -X PUT http://127.0.0.1:4242/api/halyard/signal-endpoints/1/delivery-id -H "Authorization: $ADMIN_TOKEN" -H \'Content-Type: application/json\' -d \'{ "in": "path", "name": "event.id" }\'':
      { statuses: [0], says: /"event\.id"/ },
    'curl -sS -X PUT http://127.0.0.1:4242/api/halyard/signal-endpoints/1/order -H "Authorization: $ADMIN_TOKEN" -H \'Content-Type: application/json\' -d \'{ "in": "path", "name": "event.occurred_at" }\'':
      { statuses: [0], says: /"event\.occurred_at"/ },
    'curl -sS http://127.0.0.1:4242/api/halyard/signal-endpoints/1/requests -H "Authorization: $ADMIN_TOKEN"':
      { statuses: [0], says: /"check":"delivery-id"/ },
    'curl -sS -G http://127.0.0.1:4242/api/admin/signals/search -H "Authorization: $ADMIN_TOKEN" --data-urlencode path=service --data-urlencode value=checkout':
      { statuses: [0], says: /"payload":\{"service":"checkout"/ },
    'curl -sS -X PUT http://127.0.0.1:4242/api/halyard/projects/default/actions/1/rules -H "Authorization: $ADMIN_TOKEN" -H \'Content-Type: application/json\' -d \'{ "retries": 3, "coolDownMinutes": 10, "reset": { "status": { "operator": "IN", "values": ["resolved"] } } }\'':
      { statuses: [0], says: /"coolDownMinutes":10/ },
  },
  'docs/rehearse-an-upgrade.md': {
    'halyard serve --contract 6 --listen 4243=7 --listen 4244=8': { serves: /^Halyard serves /m },
    'export HALYARD_TOKEN=$TOKEN': { statuses: [0, 0], at: 'instance', says: /# Calls that an upgrade/ },
  },
  'docs/observability.md': {
    'OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 OTEL_SERVICE_NAME=flags halyard serve': {
      serves: /^Halyard serves /m,
    },
    'curl -sS http://127.0.0.1:4242/otlp/v1/logs': { statuses: [0], says: /^\{\}$/m },
  },
  'docs/testing-your-code.md': {
    'npm install --save-dev ../halyard/out/halyard-0.1.0.tgz': { elsewhere: 'package.test.ts' },
  },
  'docs/agents.md': {},
  'docs/scale.md': {
    'halyard move --from ./data --to postgres://halyard@db/halyard': {
      elsewhere: 'needs a server with the name db; test/postgres/move-command.test.ts moves to one',
    },
  },
  'docs/stale-flags-in-ci.md': {
    'HALYARD_TOKEN=… halyard code-refs --fail-on missing,stale': {
      statuses: [3],
      at: 'instance',
      folder: 'shop',
    },
  },
  'docs/platforms.md': {
    'npm run package:app': {
      elsewhere: 'test/e2e/packaged, by npm run package:app -- local --test',
    },
    'halyard serve': { serves: /^Data: .*\n/m },
  },
  'docs/access.md': {
    'API=http://127.0.0.1:4242/api/admin': {
      statuses: [0, 0],
      says: /"decision":.*"Viewer: does not hold the permission/,
    },
  },
  'docs/policies.md': {
    'halyard policies': { statuses: [0, 4], at: 'instance', says: /described[^]*It would have stopped / },
  },
  'docs/troubleshooting.md': {
    'export HALYARD_TOKEN=user:…': {
      statuses: [0, 3, 3, 3],
      at: 'instance',
      says: /lacks \/api at its start[^]*connection was refused[^]*"verdict": "problem"/,
    },
    'halyard doctor --contexts': { statuses: [0, 0, 0], at: 'instance' },
    'halyard serve --restore FILE': {
      elsewhere: 'docs/operate.md restores a backup; src-main/store/restore-backup.test.ts',
    },
  },
  'docs/kill-switch.md': {
    'curl -sS http://127.0.0.1:4242/api/signal-endpoint/alertmanager -H "Authorization: Bearer $ALERT_TOKEN" -H \'Content-Type: application/json\' -d \'{ "status": "firing", "commonLabels": { "alertname": "ErrorRate", "severity": "critical", "service": "checkout" } }\'':
      { statuses: [0], soon: 'off' },
    'curl -sS http://127.0.0.1:4242/api/signal-endpoint/alertmanager -H "Authorization: Bearer $ALERT_TOKEN" -H \'Content-Type: application/json\' -d \'{ "status": "resolved", "commonLabels": { "alertname": "ErrorRate", "severity": "critical", "service": "checkout" } }\'':
      { statuses: [0], soon: 'on' },
  },
  // last: from here on, production wants approvals
  'docs/approve-changes.md': {
    'curl -sS -X PUT http://127.0.0.1:4242/api/admin/projects/default/environments/production/change-requests/config -H "Authorization: $ADMIN_TOKEN" -H \'Content-Type: application/json\' -d \'{ "changeRequestsEnabled": true, "requiredApprovals": 1 }\'':
      { statuses: [0], says: /^\s*::status 0/ },
    'curl -sS -X POST http://127.0.0.1:4242/api/admin/projects/default/environments/production/change-requests -H "Authorization: $ADMIN_TOKEN" -H \'Content-Type: application/json\' -d \'{ "feature": "new-checkout", "action": "updateEnabled", "payload": { "enabled": true } }\'':
      { statuses: [0] },
  },
}
