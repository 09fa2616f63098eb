// Runs before everything else and on whatever Node the machine has: only syntax of Node 12.
var major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  process.stderr.write(
    'Catalograph needs Node 24 or newer, but this is Node ' +
      process.versions.node +
      ': run "npm install" without --omit=optional, which brings Node 24 along on Linux and Windows, or install Node 24 yourself.\n',
  );
  process.exit(1);
}
