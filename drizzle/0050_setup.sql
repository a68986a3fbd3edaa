ALTER TABLE "invitations" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "owner_settings" ADD COLUMN "setup" text;