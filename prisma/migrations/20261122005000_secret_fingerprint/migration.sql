-- By which secret what is sealed here can be opened: a digest that tells two secrets apart and nothing about either. A
-- process with another secret is refused. No role but the owner sees it.
CREATE TABLE ops.secret_fingerprint (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  fingerprint text NOT NULL
);
