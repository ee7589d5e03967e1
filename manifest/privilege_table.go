package manifest

// privilegeRow classifies tools by the leaf of their name.
type privilegeRow struct{ leaf, class string }

// defaultPrivileges is the table of the public assay project (github
// Rul1an/assay, crates/assay-mcp-server, tool_decision.rs at f919ce86 and
// classifier_table.rs at bfcc0cc9, MIT), which spec manifest-drift calls the
// P57c classifier leaf-names; reading A05. Sorted by leaf.
var defaultPrivileges = [...]privilegeRow{
	{"add_deploy_key", "github_deploy_key"},       // gives a key access to a repository
	{"add_member", "slack_add_member"},            // gives a person access to a workspace or channel
	{"change_role", "workspace_admin"},            // moves a person to another role
	{"create_deploy_key", "github_deploy_key"},    // as add_deploy_key
	{"create_workspace_token", "workspace_admin"}, // gives out a credential of the workspace
	{"grant_admin", "workspace_admin"},            // gives a person the administrator's role
	{"invite", "slack_add_member"},                // as add_member; matches a calendar's invite too
	{"invite_external", "workspace_admin"},        // lets somebody from outside in
	{"modify_org_policy", "workspace_admin"},      // changes what the organisation allows
}
