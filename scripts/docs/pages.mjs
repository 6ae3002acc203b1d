/** The pages of the guide in their order: the file below docs/, and its name in the navigation. Others are reached by links. */
export const SECTIONS = [
  {
    title: 'Guide',
    pages: [
      ['../README.md', 'Start'],
      ['features.md', 'Features'],
      ['desktop.md', 'The app'],
      ['access.md', 'Access'],
      ['signals.md', 'Signals'],
      ['scenario.md', 'Scenario files'],
      ['versions.md', 'Versions'],
      ['from-edge.md', 'From Unleash Edge'],
      ['testing-your-code.md', 'Testing your code'],
      ['flags-in-code.md', 'Flags in your code'],
      ['agents.md', 'Agents'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['configuration.md', 'Configuration'],
      ['reference-cli', 'Command line'],
      ['reference-http', 'HTTP API'],
      ['contract/README.md', 'Wire contract'],
      ['domain-language.md', 'Words'],
    ],
  },
  {
    title: 'Operation',
    pages: [
      ['troubleshooting.md', 'Troubleshooting'],
      ['observability.md', 'Observability'],
      ['security.md', 'Security'],
      ['scale.md', 'Several Halyards'],
      ['benchmarks.md', 'Benchmarks'],
    ],
  },
  {
    title: 'Project',
    pages: [
      ['architecture.md', 'Architecture'],
      ['testing.md', 'Testing'],
      ['adr/README.md', 'Decisions'],
      ['plan.md', 'Plan'],
      ['../CHANGELOG.md', 'Changelog'],
    ],
  },
]
