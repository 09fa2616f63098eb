-- Whether webhooks send an event by themselves. Imports may keep theirs from them; the ledger has all of them.
ALTER TABLE ledger.event ADD COLUMN to_webhooks boolean NOT NULL DEFAULT true;
