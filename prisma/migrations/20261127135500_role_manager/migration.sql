-- Managers write the catalogue model and the settings, but administer neither members nor tokens.
ALTER TABLE auth."member" DROP CONSTRAINT "member_role_check",
  ADD CONSTRAINT "member_role_check" CHECK ("role" IN ('owner', 'admin', 'manager', 'editor', 'reviewer', 'viewer'));
ALTER TABLE auth."invitation" DROP CONSTRAINT "invitation_role_check",
  ADD CONSTRAINT "invitation_role_check"
    CHECK ("role" IN ('owner', 'admin', 'manager', 'editor', 'reviewer', 'viewer'));
